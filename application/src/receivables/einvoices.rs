//! Invoices that come as data.

use sooner_domain::receivables::einvoice::{InvoiceData, NotEInvoice};

/// How sellers' systems write their invoices.
pub trait InvoiceFormat: Send + Sync {
    /// What an e-invoice says, be it XML or a PDF that holds it. Whether that makes sense is asked of the answer, by
    /// [`InvoiceData::problems`]. It may take long: nobody is to wait for it on a thread that serves.
    ///
    /// # Errors
    /// Why it is not taken.
    fn read(&self, content: &[u8]) -> Result<InvoiceData, NotEInvoice>;
}
