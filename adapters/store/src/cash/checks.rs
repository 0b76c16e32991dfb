//! Looking for what a hand in the database did to what is kept of money.

use crate::{
    cash::{CashStore, line_checks::LINES, links::LINKS},
    kernel::{
        conn::{Conn, on},
        db::CHECK,
        failure::{Failure, corrupt},
        sql_types::{DbUuid, Id},
    },
    ledger::{checks::at_length, journal, schema::ledger_entries},
    payments::{bank_files, held_lines, schema::payouts},
    receivables::schema::receivable_facts,
};
use async_trait::async_trait;
use diesel::{
    QueryableByName,
    dsl::{exists, not},
    prelude::*,
    sql_types::{BigInt, Nullable, Text},
};
use sooner_application::{
    cash::{
        OddMoney,
        ports::{AdvanceDue, MoneyChecks},
    },
    kernel::unavailable::Unavailable,
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{ApprovalId, CompanyId, DebtorId, FactId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::Entry,
    payments::{
        payout::{PayoutId, PayoutStatus, Purpose},
        receipt::ReceiptId,
        statement::{LineId, StatementId},
    },
    receivables::{fee_invoice::FeeInvoiceId, position::PositionFigure, status::ReceivableStatus},
};
use std::collections::HashMap;
use uuid::Uuid;

/// What a row of a check is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum About {
    PayoutOfNothing,
    Unpaid,
    Due,
    Sent,
    OnItsWay,
    Unexplained,
    SentBack,
    Unsold,
    PayoutDays,
    Receipt,
    Part,
    ReceiptDetails,
    Suspense,
    Payee,
    PassedOnOf,
    Parties,
    PaidToSeller,
    NotBefore,
    InUseOfNothing,
    Gone,
    BankDid,
    Standing,
    Sold,
    Advance,
    PassedOn,
    InPlace,
    Release,
    PaidToSellerAmount,
    FeeInvoice,
    FeeInvoiceNumbers,
    ReceiptOfNothing,
    StatementDay,
    Merged,
    Held,
    Line,
    Recognised,
    DebtorName,
    Approval,
}

/// Each with the query of the first that does not fit. What an upgrade found may name nothing: it is `unnamed`.
static CHECKS: [(About, &str); 9] = [
    (
        About::PayoutOfNothing,
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM payouts
        WHERE company_id IS NOT NULL AND purpose <> 'advance' AND CASE
            WHEN fact_id IS NULL THEN NOT unnamed AND (purpose <> 'passed_on' OR passed_on_of IS NULL)
            ELSE NOT EXISTS (
                SELECT 1 FROM receivable_facts AS facts WHERE facts.id = fact_id AND facts.receivable_id = payouts.receivable_id
            ) END
        ORDER BY id LIMIT 1",
    ),
    (
        About::Unpaid,
        // What was taken back gave nothing but what had been paid of its debt; an entry that was reversed gave nothing. Of what had been
        // paid of a debt a part may be due no more.
        "SELECT receivable_id AS thing, fact_id AS other, purpose AS what, gross AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT
                facts.receivable_id AS receivable_id,
                facts.id AS fact_id,
                CASE
                    WHEN postings.kind = 'buyer_rebates' THEN 'buyer_share'
                    WHEN entries.event = 'settled' THEN 'release'
                    WHEN entries.event = 'payout_repriced' THEN 'discount_returned'
                    WHEN entries.event = 'debt_taken_back' THEN 'debt_returned'
                    ELSE 'passed_on'
                END AS purpose,
                CAST(-SUM(postings.amount) AS BIGINT) AS gross
            FROM receivable_facts AS facts
            INNER JOIN ledger_entries AS entries ON entries.cause = facts.id AND entries.reverses IS NULL
            INNER JOIN ledger_postings AS postings ON postings.entry_id = entries.id
            WHERE (postings.kind = 'buyer_rebates' OR (postings.kind = 'sellers_payable' AND entries.event NOT IN ('funded', 'set_off')))
                AND (NOT facts.taken_back OR entries.event = 'debt_taken_back')
                AND NOT EXISTS (SELECT 1 FROM ledger_entries AS back WHERE back.reverses = entries.id)
            GROUP BY 1, 2, 3
        ) AS given
        WHERE gross > 0
            AND NOT EXISTS (
                SELECT 1 FROM payouts WHERE payouts.fact_id = given.fact_id AND payouts.purpose = given.purpose
                    AND payouts.gross = given.gross AND replaces IS NULL AND status <> 'cancelled'
            )
            AND (purpose <> 'debt_returned' OR gross <> (
                SELECT COALESCE(SUM(CASE status WHEN 'cancelled' THEN 0 WHEN 'returned' THEN set_off ELSE payouts.gross END), 0)
                FROM payouts WHERE payouts.fact_id = given.fact_id AND payouts.purpose = given.purpose
            ))
            AND NOT EXISTS (
                SELECT 1 FROM payouts WHERE payouts.receivable_id = given.receivable_id AND payouts.purpose = given.purpose
                    AND unnamed AND fact_id IS NULL
            )
        ORDER BY fact_id LIMIT 1",
    ),
    (
        About::Due,
        // The advance is due from the sale on, and the seller's from its release on.
        "SELECT company_id AS thing, receivable_id AS other, NULL AS what, kept, told FROM (
            SELECT company_id, receivable_id, kind, currency, CAST(SUM(due) AS BIGINT) AS kept, CAST(SUM(owed) AS BIGINT) AS told FROM (
                SELECT company_id, receivable_id, CASE WHEN purpose = 'buyer_share' THEN 'buyer_rebates' ELSE 'sellers_payable' END AS kind,
                    currency, gross AS due, 0 AS owed
                FROM payouts WHERE status = 'due' AND company_id IS NOT NULL AND NOT (purpose = 'advance' AND EXISTS (
                    SELECT 1 FROM receivables WHERE receivables.id = payouts.receivable_id AND receivables.status = 'accepted'
                ))
                UNION ALL
                SELECT owner_id, receivable_id, kind, currency, 0, held FROM ledger_shares WHERE kind IN ('sellers_payable', 'buyer_rebates')
            ) AS each_of GROUP BY company_id, receivable_id, kind, currency
        ) AS both_of WHERE kept <> told ORDER BY receivable_id, company_id LIMIT 1",
    ),
    (
        About::Sent,
        "SELECT id AS thing, NULL AS other, NULL AS what, kept, told FROM (
            SELECT payouts.id AS id, CASE WHEN released_at IS NULL THEN 0 ELSE gross - set_off END AS kept,
                CAST(COALESCE(SUM(sent), 0) AS BIGINT) AS told
            FROM payouts LEFT JOIN (
            SELECT CASE WHEN event IN ('payout_released', 'rebate_paid') THEN subject ELSE cause END AS payout_id, -amount AS sent
            FROM ledger_entries INNER JOIN ledger_postings ON entry_id = ledger_entries.id AND kind = 'payouts_in_transit'
            WHERE event IN ('payout_released', 'rebate_paid', 'receipt_explained', 'debtor_credit_refunded')
            ) AS orders ON orders.payout_id = payouts.id
            GROUP BY payouts.id, released_at, gross, set_off
        ) AS sums WHERE kept <> told ORDER BY id LIMIT 1",
    ),
    (
        About::OnItsWay,
        "SELECT id AS thing, NULL AS other, NULL AS what, kept, told FROM (
            SELECT payouts.id AS id, CASE WHEN status = 'released' THEN gross - set_off ELSE 0 END AS kept,
                CAST(COALESCE(SUM(moved), 0) AS BIGINT) AS told
            FROM payouts LEFT JOIN (
                SELECT CASE WHEN event IN ('receipt_explained', 'debtor_credit_refunded') THEN cause ELSE subject END AS payout_id,
                    -amount AS moved
                FROM ledger_entries INNER JOIN ledger_postings ON entry_id = ledger_entries.id AND kind = 'payouts_in_transit'
            ) AS moves ON moves.payout_id = payouts.id
            GROUP BY payouts.id, status, gross, set_off
        ) AS ways WHERE kept <> told ORDER BY id LIMIT 1",
    ),
    (
        About::Unexplained,
        "SELECT id AS thing, NULL AS other, NULL AS what, unexplained AS kept, told FROM (
            SELECT receipts.id AS id, unexplained, receipts.amount - CAST(COALESCE(SUM(allocations.amount), 0) AS BIGINT) AS told
            FROM receipts LEFT JOIN allocations ON receipt_id = receipts.id AND undone_at IS NULL
            GROUP BY receipts.id, unexplained, receipts.amount
        ) AS parts WHERE unexplained <> told ORDER BY id LIMIT 1",
    ),
    (
        About::SentBack,
        "SELECT id AS thing, NULL AS other, NULL AS what, sent_back AS kept, told FROM (
            SELECT receipts.id AS id, sent_back, CAST(COALESCE(SUM(gross), 0) AS BIGINT) AS told
            FROM receipts LEFT JOIN payouts ON receipt_id = receipts.id AND status <> 'returned'
            GROUP BY receipts.id, sent_back
        ) AS backs WHERE sent_back <> told ORDER BY id LIMIT 1",
    ),
    (
        About::Unsold,
        "SELECT id AS thing, NULL AS other,
            CASE WHEN open <> 0 THEN 'open' WHEN out <> 0 THEN 'out' WHEN diluted <> 0 THEN 'diluted' ELSE 'with_seller' END AS what,
            CASE WHEN open <> 0 THEN open WHEN out <> 0 THEN out WHEN diluted <> 0 THEN diluted ELSE with_seller END AS kept,
            CAST(0 AS BIGINT) AS told
        FROM receivables WHERE payout_on IS NULL AND (open <> 0 OR out <> 0 OR diluted <> 0 OR with_seller <> 0) ORDER BY id LIMIT 1",
    ),
    (
        About::PayoutDays,
        // Where nothing was sent, because all was set off, the ledger has no entry of the bank's.
        "SELECT payouts.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM payouts
        LEFT JOIN ledger_entries AS done ON done.subject = payouts.id AND done.event = 'payout_executed'
        LEFT JOIN ledger_entries AS back ON back.subject = payouts.id AND back.event = 'payout_returned'
        LEFT JOIN receivable_facts AS fact ON fact.cause = payouts.id AND fact.kind = 'executed' AND NOT fact.taken_back
        WHERE (status = 'executed' AND executed_on IS NULL)
            OR (set_off = gross AND executed_on <> released_on)
            OR (gross > COALESCE(set_off, 0) AND (done.id IS NULL) <> (executed_on IS NULL))
            OR done.dated_on <> executed_on
            OR (status = 'returned') <> (back.id IS NOT NULL)
            OR back.dated_on <> returned_on
            OR fact.happened_on <> executed_on
        ORDER BY payouts.id LIMIT 1",
    ),
];

/// What takes longer, for the whole proof alone.
static WHOLE: [(About, &str); 10] = [
    (
        About::Receipt,
        // An entry of a receipt is about it, or caused by it or by a fact that it caused; what was reversed is taken off. What did not stay
        // is a part of it.
        "SELECT receipt_id AS thing, NULL AS other, NULL AS what, says AS kept, booked AS told FROM (
            SELECT receipt_id, currency, CAST(SUM(says) AS BIGINT) AS says, CAST(SUM(booked) AS BIGINT) AS booked FROM (
                SELECT id AS receipt_id, currency, amount AS says, 0 AS booked FROM receipts
                UNION ALL
                SELECT COALESCE(facts.cause, first.cause, first.subject), postings.currency, 0, postings.amount
                FROM ledger_postings AS postings
                INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
                INNER JOIN ledger_entries AS first ON first.id = COALESCE(entries.reverses, entries.id)
                LEFT JOIN receivable_facts AS facts ON facts.id = first.cause
                WHERE postings.kind = 'bank' AND first.event NOT IN (
                    'payout_executed', 'payout_returned', 'capital', 'capital_out', 'bank_charge', 'charge_returned', 'receipt_taken_back'
                )
            ) AS each_of GROUP BY receipt_id, currency
        ) AS sums WHERE says <> booked ORDER BY receipt_id, says DESC LIMIT 1",
    ),
    (
        About::ReceiptDetails,
        // The bank's day is that of the first entry. What a statement tells has the id of its line; what people enter has one day. A line
        // that was reopened took its receipt back, and is another one when it counts again.
        "SELECT receipts.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM receipts
        LEFT JOIN (
            SELECT COALESCE(facts.cause, entries.cause, entries.subject) AS receipt_id, MIN(entries.dated_on) AS booked_on
            FROM ledger_postings AS postings
            INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
            LEFT JOIN receivable_facts AS facts ON facts.id = entries.cause
            WHERE postings.kind = 'bank' AND postings.amount > 0 AND entries.reverses IS NULL
                AND entries.event NOT IN ('payout_returned', 'capital', 'receipt_taken_back')
            GROUP BY 1
        ) AS came ON came.receipt_id = receipts.id
        LEFT JOIN (
            SELECT cause, MIN(value_on) AS earliest, MAX(value_on) AS latest FROM receivable_facts
            WHERE kind = 'received' AND NOT taken_back GROUP BY cause
        ) AS paid ON paid.cause = receipts.id
        LEFT JOIN statement_lines AS line ON line.id = receipts.id
        WHERE came.booked_on IS DISTINCT FROM receipts.booked_on
            OR paid.earliest <> receipts.value_on
            OR paid.latest <> receipts.value_on
            OR receipts.booked_on <> COALESCE(line.booked_on, receipts.booked_on)
            OR receipts.value_on <> line.value_on
            OR (line.id IS NULL AND receipts.value_on <> receipts.booked_on AND NOT EXISTS (
                SELECT 1 FROM ledger_entries AS back WHERE back.event = 'receipt_taken_back' AND back.reverses IS NULL
                    AND back.subject = receipts.id AND back.cause = receipts.id
            ))
            OR receipts.amount <> line.amount
            OR receipts.currency <> line.currency
            OR (line.id IS NOT NULL AND (
                receipts.payer_iban IS DISTINCT FROM line.other_iban
                OR receipts.payer_name IS DISTINCT FROM line.other_name
                OR CASE WHEN line.text IS NULL THEN receipts.text IS NOT NULL AND line.names = '[]'
                    ELSE receipts.text IS NULL
                        OR SUBSTR(receipts.text, 1 + LENGTH(receipts.text) - LENGTH(line.text)) <> line.text END
            ))
        ORDER BY receipts.id LIMIT 1",
    ),
    (
        About::Part,
        // What pays a receivable is in its book, or is what its seller paid of its debts. What went back and returned waits again.
        "SELECT receipt_id AS thing, target AS other, kind AS what, says AS kept, booked AS told FROM (
            SELECT receipt_id, kind, target, company_id, CAST(SUM(says) AS BIGINT) AS says, CAST(SUM(booked) AS BIGINT) AS booked FROM (
                SELECT receipt_id,
                    CASE
                        WHEN payout_id IS NOT NULL THEN 'sent_back'
                        WHEN entry_id IS NOT NULL THEN 'entry'
                        WHEN debtor_id IS NOT NULL THEN 'credit'
                        WHEN company_id IS NOT NULL THEN 'passed_on'
                        ELSE 'paid'
                    END AS kind,
                    COALESCE(payout_id, entry_id, debtor_id, receivable_id) AS target, company_id, amount AS says, 0 AS booked
                FROM allocations WHERE undone_at IS NULL
                UNION ALL
                SELECT cause, 'paid', receivable_id, NULL, 0, amount FROM receivable_facts
                WHERE kind = 'received' AND NOT taken_back AND money_from IN ('debtor', 'suspense', 'seller', 'seller_suspense')
                    AND cause IS NOT NULL
                UNION ALL
                SELECT first.cause, 'paid', first.subject, NULL, 0, postings.amount
                FROM ledger_postings AS postings
                INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
                INNER JOIN ledger_entries AS first ON first.id = COALESCE(entries.reverses, entries.id)
                INNER JOIN receipts ON receipts.id = first.cause
                WHERE postings.kind IN ('bank', 'suspense') AND first.event IN ('seller_paid', 'passed_on')
                UNION ALL
                SELECT first.subject,
                    CASE
                        WHEN postings.kind = 'debtor_credits' THEN 'credit'
                        WHEN postings.kind = 'sellers_payable' THEN 'passed_on'
                        WHEN first.event = 'receipt_taken_back' THEN 'entry'
                        ELSE 'sent_back'
                    END,
                    CASE
                        WHEN postings.kind = 'debtor_credits' THEN postings.owner_id
                        WHEN postings.kind = 'sellers_payable' THEN postings.receivable_id
                        WHEN first.event = 'receipt_taken_back' THEN first.id
                        ELSE first.cause
                    END,
                    CASE WHEN postings.kind = 'sellers_payable' THEN postings.owner_id END,
                    0,
                    CASE WHEN postings.kind = 'suspense' THEN postings.amount ELSE -postings.amount END
                FROM ledger_postings AS postings
                INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
                INNER JOIN ledger_entries AS first ON first.id = COALESCE(entries.reverses, entries.id)
                INNER JOIN receipts ON receipts.id = first.subject
                WHERE (postings.kind = 'debtor_credits' AND first.event = 'receipt_explained')
                    OR (postings.kind = 'sellers_payable' AND first.event = 'passed_on')
                    OR (postings.kind = 'suspense' AND first.event = 'receipt_taken_back')
                    OR (postings.kind = 'suspense' AND first.event = 'receipt_explained' AND first.cause IS NOT NULL)
                UNION ALL
                SELECT payouts.receipt_id, 'sent_back', payouts.id, NULL, 0, postings.amount
                FROM ledger_postings AS postings
                INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
                INNER JOIN payouts ON payouts.id = entries.subject
                WHERE postings.kind = 'suspense' AND entries.event = 'payout_returned'
                UNION ALL
                SELECT parts.receipt_id, 'entry', parts.entry_id, NULL, 0, postings.amount
                FROM ledger_postings AS postings
                INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
                INNER JOIN ledger_entries AS first ON first.id = COALESCE(entries.reverses, entries.id)
                INNER JOIN allocations AS parts ON parts.entry_id = first.id AND undone_at IS NULL
                WHERE postings.kind = 'suspense' AND first.subject = first.id
            ) AS each_of GROUP BY receipt_id, kind, target, company_id
        ) AS sums WHERE says <> booked ORDER BY receipt_id, kind, target LIMIT 1",
    ),
    (
        About::Suspense,
        // What came for a receivable before its funding lies there until then.
        "SELECT NULL AS thing, NULL AS other, currency AS what, kept, told FROM (
            SELECT currency, CAST(SUM(waits) AS BIGINT) AS kept, CAST(SUM(held) AS BIGINT) AS told FROM (
                SELECT currency, unexplained AS waits, 0 AS held FROM receipts
                UNION ALL
                SELECT receivables.currency, amount, 0 FROM receivable_facts
                INNER JOIN receivables ON receivables.id = receivable_id AND receivables.status = 'accepted'
                WHERE kind = 'received' AND NOT taken_back AND money_from IN ('debtor', 'suspense', 'seller', 'seller_suspense')
                UNION ALL
                SELECT currency, 0, -amount FROM ledger_postings WHERE kind = 'suspense'
            ) AS each_of GROUP BY currency
        ) AS sums WHERE kept <> told ORDER BY currency LIMIT 1",
    ),
    (
        About::Payee,
        // Where all was set off, the ledger ordered nothing.
        "SELECT payouts.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM payouts
        LEFT JOIN (
            SELECT CASE WHEN event IN ('payout_released', 'rebate_paid') THEN subject ELSE cause END AS payout_id,
                subject, kind, owner_id, receivable_id, currency
            FROM ledger_entries INNER JOIN ledger_postings ON entry_id = ledger_entries.id
            WHERE event IN ('payout_released', 'rebate_paid', 'receipt_explained', 'debtor_credit_refunded') AND reverses IS NULL
                AND kind IN ('sellers_payable', 'buyer_rebates', 'suspense', 'debtor_credits') AND amount > 0
        ) AS paid ON paid.payout_id = payouts.id AND paid.currency = payouts.currency AND CASE
            WHEN payouts.company_id IS NOT NULL THEN paid.owner_id = payouts.company_id AND paid.receivable_id = payouts.receivable_id
                AND (paid.kind = 'buyer_rebates') = (payouts.purpose = 'buyer_share')
            WHEN payouts.debtor_id IS NOT NULL THEN paid.owner_id = payouts.debtor_id AND paid.subject = payouts.receipt_id
            ELSE paid.kind = 'suspense' AND paid.subject = payouts.receipt_id END
        WHERE payouts.released_at IS NOT NULL AND payouts.gross > payouts.set_off AND paid.payout_id IS NULL
        ORDER BY payouts.id LIMIT 1",
    ),
    (
        About::PassedOnOf,
        "SELECT payouts.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM payouts
        LEFT JOIN payouts AS before ON before.id = payouts.replaces
        LEFT JOIN (
            SELECT CASE WHEN subject = receivable_id THEN cause ELSE subject END AS receipt_id, owner_id, receivable_id, -amount AS gross
            FROM ledger_entries INNER JOIN ledger_postings ON entry_id = ledger_entries.id AND kind = 'sellers_payable'
            WHERE event = 'passed_on' AND reverses IS NULL
        ) AS given ON given.receipt_id = payouts.passed_on_of AND given.owner_id = payouts.company_id
            AND given.receivable_id = payouts.receivable_id AND given.gross = payouts.gross
        WHERE payouts.passed_on_of IS NOT NULL AND CASE
            WHEN payouts.replaces IS NULL THEN given.receipt_id IS NULL
            ELSE before.passed_on_of IS DISTINCT FROM payouts.passed_on_of END
        ORDER BY payouts.id LIMIT 1",
    ),
    (
        About::Parties,
        // The audit trail, which is sealed, names the seller and the debtor; in a programme it names the buyer.
        "SELECT receivables.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM receivables INNER JOIN audit_records ON audit_records.thing = receivables.id AND action = 'offer_accepted'
        WHERE COALESCE(booked_with, receivables.debtor_id) IS DISTINCT FROM audit_records.debtor_id
            OR COALESCE(programme_buyer_id, seller_id) <> audit_records.company_id
        ORDER BY receivables.id LIMIT 1",
    ),
    (
        About::PaidToSeller,
        // The ledger has nothing of it.
        "SELECT receivable_id AS thing, NULL AS other, NULL AS what, kept, told FROM (
            SELECT receivable_id, CAST(SUM(kept) AS BIGINT) AS kept, CAST(SUM(told) AS BIGINT) AS told FROM (
                SELECT receivable_id, 1 AS kept, 0 AS told FROM receivable_facts WHERE kind = 'paid_to_seller'
                UNION ALL
                SELECT thing, 0, 1 FROM audit_records WHERE action = 'paid_to_seller'
            ) AS each_of GROUP BY receivable_id
        ) AS sums WHERE kept <> told ORDER BY receivable_id LIMIT 1",
    ),
    (
        About::NotBefore,
        // What is not sealed yet is the newest.
        "SELECT facts.receivable_id AS thing, facts.id AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM receivable_facts AS facts INNER JOIN (
            SELECT cause, MIN(COALESCE(number, 9223372036854775807)) AS number FROM ledger_entries WHERE reverses IS NULL GROUP BY cause
        ) AS booked ON booked.cause = facts.id
        WHERE facts.booked_before AND booked.number > (
            SELECT MIN(number) FROM ledger_entries INNER JOIN receivable_facts ON receivable_facts.id = ledger_entries.cause
            WHERE reverses IS NULL AND NOT booked_before
        )
        ORDER BY facts.id LIMIT 1",
    ),
    (
        About::InUseOfNothing,
        "SELECT owner_id AS thing, NULL AS other, NULL AS what, in_use AS kept, CAST(NULL AS BIGINT) AS told FROM exposures
        LEFT JOIN (SELECT DISTINCT facility_id FROM receivables WHERE payout_on IS NOT NULL) AS facilities
            ON ceiling <> 'debtor_limit' AND facilities.facility_id = owner_id AND (ceiling = 'concentration') = (part <> '')
        LEFT JOIN (SELECT DISTINCT debtor_id, currency FROM receivables WHERE payout_on IS NOT NULL) AS debtors
            ON ceiling = 'debtor_limit' AND debtors.debtor_id = owner_id AND debtors.currency = part
        WHERE in_use <> 0 AND facilities.facility_id IS NULL AND debtors.debtor_id IS NULL
        ORDER BY owner_id LIMIT 1",
    ),
];

#[derive(QueryableByName)]
struct OddRow {
    #[diesel(sql_type = Nullable<DbUuid>)]
    thing: Option<Id>,
    #[diesel(sql_type = Nullable<DbUuid>)]
    other: Option<Id>,
    #[diesel(sql_type = Nullable<Text>)]
    what: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    kept: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    told: Option<i64>,
}

impl OddRow {
    fn named(self, about: About) -> Option<OddMoney> {
        let [kept, told] = [self.kept, self.told].map(|amount| amount.map(Minor::new));
        let thing = self.thing.map_or(Uuid::nil(), |thing| thing.0);
        let (payout, receipt, receivable) = (PayoutId(thing), ReceiptId(thing), ReceivableId(thing));
        Some(match about {
            About::PayoutOfNothing => OddMoney::PayoutOfNothing(payout),
            About::Unpaid => OddMoney::Unpaid { receivable, fact: FactId(self.other?.0), purpose: self.what?, given: kept? },
            About::Due => OddMoney::Due { company: CompanyId(thing), receivable: ReceivableId(self.other?.0), due: kept?, owed: told? },
            About::Sent => OddMoney::Sent { payout, says: kept?, sent: told? },
            About::OnItsWay => OddMoney::OnItsWay { payout, says: kept?, is: told? },
            About::Unexplained => OddMoney::Unexplained { receipt, kept: kept?, left: told? },
            About::PayoutDays => OddMoney::PayoutDays(payout),
            About::Receipt => OddMoney::Receipt { receipt, says: kept?, booked: told? },
            About::Part => OddMoney::Part { receipt, kind: self.what?, of: self.other?.0, says: kept?, booked: told? },
            About::ReceiptDetails => OddMoney::ReceiptDetails(receipt),
            About::Suspense => OddMoney::Suspense { currency: self.what?, kept: kept?, held: told? },
            About::Payee => OddMoney::Payee(payout),
            About::PassedOnOf => OddMoney::PassedOnOf(payout),
            About::Parties => OddMoney::Parties(receivable),
            About::PaidToSeller => OddMoney::PaidToSeller { receivable, kept: kept?.get(), entered: told?.get() },
            About::NotBefore => OddMoney::NotBefore { receivable, fact: FactId(self.other?.0) },
            About::InUseOfNothing => OddMoney::InUseOfNothing { owner: thing, kept: kept? },
            About::Gone => OddMoney::Gone { thing, by: self.what? },
            About::BankDid => OddMoney::BankDid(payout),
            About::Standing => OddMoney::Standing { receivable, fact: FactId(self.other?.0) },
            About::Sold => {
                let told = if kept?.is_zero() { "never sold" } else { "sold" };
                OddMoney::Status { receivable, kept: ReceivableStatus::from_code(&self.what?)?, told }
            }
            About::Advance => OddMoney::Advance(receivable),
            About::PassedOn => OddMoney::PassedOn(receipt),
            About::InPlace => OddMoney::InPlace(payout),
            About::Release => OddMoney::Release(payout),
            About::PaidToSellerAmount => OddMoney::PaidToSellerAmount { receivable, kept: kept? },
            About::FeeInvoice => OddMoney::FeeInvoice(FeeInvoiceId(thing)),
            About::FeeInvoiceNumbers => OddMoney::FeeInvoiceNumbers { year: kept?.get() },
            About::ReceiptOfNothing => OddMoney::ReceiptOfNothing(receipt),
            About::StatementDay => OddMoney::Statement(StatementId(thing)),
            About::Merged => OddMoney::Merged { debtor: DebtorId(thing), by: self.what? },
            About::Held => OddMoney::Held(LineId(thing)),
            About::Line => OddMoney::Line(LineId(thing)),
            About::Recognised => OddMoney::Recognised(receipt),
            About::DebtorName => OddMoney::DebtorName(DebtorId(thing)),
            About::Approval => OddMoney::Approval(ApprovalId(thing)),
            About::SentBack => OddMoney::SentBack { receipt, kept: kept?, went: told? },
            About::Unsold => {
                let figure = PositionFigure::from_code(&self.what?)?;
                OddMoney::Position { receivable, figure, kept: kept?, told: told? }
            }
        })
    }
}

/// The first that does not fit of these.
async fn first_odd(store: &CashStore, checks: &'static [(About, &'static str)]) -> Result<Option<OddMoney>, Unavailable> {
    for (about, query) in checks {
        let first = move |conn: &mut Conn| -> Result<Option<OddMoney>, Failure<Unavailable>> {
            let row = at_length(conn, |conn| on!(conn, |c| diesel::sql_query(*query).get_result::<OddRow>(c)).optional())?;
            row.map(|row| row.named(*about).ok_or_else(|| corrupt("what is odd"))).transpose()
        };
        if let Some(odd) = store.db.patient_for(CHECK).read(first).await? {
            return Ok(Some(odd));
        }
    }
    Ok(None)
}

/// What stands of what is booked for the facts of these that stand.
fn booked_for(conn: &mut Conn, receivables: &[Id]) -> Result<HashMap<FactId, Vec<Entry>>, Failure<Unavailable>> {
    let own = receivable_facts::receivable_id.eq_any(receivables);
    let standing = not(receivable_facts::taken_back.or(receivable_facts::booked_before));
    let facts = receivable_facts::table.filter(own.and(standing)).select(receivable_facts::id);
    let facts: Vec<Id> = on!(&mut *conn, |c| facts.load(c))?;
    let reversing = diesel::alias!(ledger_entries as reversing);
    let reversed = reversing.filter(reversing.field(ledger_entries::reverses).eq(ledger_entries::id.nullable()));
    let caused = ledger_entries::table.filter(ledger_entries::cause.eq_any(&facts)).filter(ledger_entries::reverses.is_null());
    let ids = caused.filter(not(exists(reversed))).select(ledger_entries::id);
    let ids: Vec<Id> = on!(&mut *conn, |c| ids.load(c))?;
    let mut booked: HashMap<FactId, Vec<Entry>> = facts.into_iter().map(|fact| (FactId(fact.0), Vec::new())).collect();
    for entry in journal::entries(conn, ids)? {
        let of = entry.booking().cause.and_then(|cause| booked.get_mut(&FactId(cause)));
        of.into_iter().for_each(|booked| booked.push(entry.clone()));
    }
    Ok(booked)
}

/// The advances that are due for these.
fn advances_due(conn: &mut Conn, ids: &[Id]) -> Result<HashMap<ReceivableId, Vec<AdvanceDue>>, Failure<Unavailable>> {
    let is_due = payouts::status.eq(PayoutStatus::Due.code()).and(payouts::purpose.eq(Purpose::Advance.code()));
    let own = payouts::receivable_id.eq_any(ids.iter().copied().map(Some));
    let due = payouts::table.filter(own.and(is_due)).order(payouts::id);
    let columns = (payouts::receivable_id.assume_not_null(), payouts::company_id.assume_not_null(), payouts::currency, payouts::gross);
    let rows: Vec<(Id, Id, String, i64)> = on!(conn, |c| due.select(columns).load(c))?;
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for (receivable, company, currency, gross) in rows {
        let currency = Currency::parse(&currency).map_err(|_| corrupt("payout"))?;
        let due = AdvanceDue { company: CompanyId(company.0), currency, gross: Minor::new(gross) };
        found.entry(ReceivableId(receivable.0)).or_default().push(due);
    }
    Ok(found)
}

#[async_trait]
impl MoneyChecks for CashStore {
    async fn odd(&self) -> Result<Option<OddMoney>, Unavailable> {
        first_odd(self, &CHECKS).await
    }

    async fn odd_in_whole(&self) -> Result<Option<OddMoney>, Unavailable> {
        for checks in [&WHOLE[..], &LINKS, &LINES] {
            if let Some(odd) = first_odd(self, checks).await? {
                return Ok(Some(odd));
            }
        }
        if let Some(line) = self.db.patient_for(CHECK).read(held_lines::first_changed).await? {
            return Ok(Some(OddMoney::HeldChanged(line)));
        }
        Ok(self.db.patient_for(CHECK).read(bank_files::first_changed).await?.map(OddMoney::BankFile))
    }

    async fn booked_for(&self, receivables: Vec<ReceivableId>) -> Result<HashMap<FactId, Vec<Entry>>, Unavailable> {
        let ids: Vec<Id> = receivables.into_iter().map(|id| Id(id.0)).collect();
        self.db.patient_for(CHECK).read(move |conn| booked_for(conn, &ids)).await
    }

    async fn advances_due(&self, receivables: Vec<ReceivableId>) -> Result<HashMap<ReceivableId, Vec<AdvanceDue>>, Unavailable> {
        let ids: Vec<Id> = receivables.into_iter().map(|id| Id(id.0)).collect();
        self.db.patient_for(CHECK).read(move |conn| advances_due(conn, &ids)).await
    }
}
