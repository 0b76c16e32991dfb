//! What EN 16931 calls what an invoice says.

use crate::kernel::coded::coded_enum;

coded_enum!(
    /// A business term, or a group of them. Its code is the standard's.
    Term {
        Number = "BT-1",
        IssueDate = "BT-2",
        TypeCode = "BT-3",
        Currency = "BT-5",
        DueDate = "BT-9",
        PaymentTerms = "BT-20",
        Specification = "BT-24",
        Preceding = "BT-25",
        SellerName = "BT-27",
        BuyerName = "BT-44",
        PaymentMeans = "BT-81",
        Allowance = "BT-92",
        Charge = "BT-99",
        LineTotal = "BT-106",
        AllowanceTotal = "BT-107",
        ChargeTotal = "BT-108",
        NetTotal = "BT-109",
        VatTotal = "BT-110",
        GrossTotal = "BT-112",
        Paid = "BT-113",
        Rounding = "BT-114",
        AmountDue = "BT-115",
        Taxable = "BT-116",
        Tax = "BT-117",
        VatRate = "BT-119",
        LineNet = "BT-131",
        /// Of the extension of XRechnung.
        ForOthers = "BT-DEX-002",
    }
);
