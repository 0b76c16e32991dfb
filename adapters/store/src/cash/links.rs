//! Whether what is kept beside the ledger hangs together: rows name what is there, payouts are those that the ledger, the bank and each
//! other speak of, and papers and statements add up.

use crate::cash::checks::About;

/// Each with the query of the first that does not fit, for the whole proof alone.
pub(crate) static LINKS: [(About, &str); 14] = [
    (
        About::Gone,
        // Entries stay for good, and so does what they are about or were caused by, but for a line of a statement that counts no more: its
        // charge is reversed.
        "SELECT named AS thing, NULL AS other, by_whom AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT subject AS named, 'entry' AS by_whom FROM ledger_entries AS entries
            WHERE event <> 'bank_charge' OR (
                reverses IS NULL AND NOT EXISTS (SELECT 1 FROM ledger_entries AS back WHERE back.reverses = entries.id)
            )
            UNION SELECT cause, 'entry' FROM ledger_entries WHERE cause IS NOT NULL
            UNION SELECT receivable_id, 'posting' FROM ledger_postings WHERE receivable_id IS NOT NULL
            UNION SELECT receivable_id, 'fact' FROM receivable_facts
            UNION SELECT cause, 'fact' FROM receivable_facts WHERE cause IS NOT NULL
            UNION SELECT receivable_id, 'payout' FROM payouts WHERE receivable_id IS NOT NULL
            UNION SELECT batch_id, 'payout' FROM payouts WHERE batch_id IS NOT NULL
            UNION SELECT receivable_id, 'part of a receipt' FROM allocations WHERE receivable_id IS NOT NULL
        ) AS names
        WHERE NOT EXISTS (SELECT 1 FROM receivables WHERE receivables.id = named)
            AND NOT EXISTS (SELECT 1 FROM receivable_facts WHERE receivable_facts.id = named)
            AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.id = named)
            AND NOT EXISTS (SELECT 1 FROM receipts WHERE receipts.id = named)
            AND NOT EXISTS (SELECT 1 FROM payout_batches WHERE payout_batches.id = named)
            AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE ledger_entries.id = named)
            AND NOT EXISTS (SELECT 1 FROM statement_lines WHERE statement_lines.id = named)
            AND NOT EXISTS (SELECT 1 FROM debtors WHERE debtors.id = named)
            AND NOT EXISTS (SELECT 1 FROM approvals WHERE approvals.id = named)
        ORDER BY named, by_whom LIMIT 1",
    ),
    (
        About::BankDid,
        // The first release of an advance funds its receivable.
        "SELECT payout_id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT id AS payout_id, receivable_id, 'funded' AS did, released_on AS did_on, 1 AS times FROM payouts
            WHERE purpose = 'advance' AND released_on IS NOT NULL AND replaces IS NULL
            UNION ALL
            SELECT id, receivable_id, 'executed', executed_on, 1 FROM payouts WHERE purpose = 'advance' AND executed_on IS NOT NULL
            UNION ALL
            SELECT id, receivable_id, 'returned', returned_on, 1 FROM payouts
            WHERE purpose = 'advance' AND executed_on IS NOT NULL AND returned_on IS NOT NULL
            UNION ALL
            SELECT cause, receivable_id, kind, happened_on, -1 FROM receivable_facts
            WHERE kind IN ('funded', 'executed', 'returned') AND NOT taken_back
        ) AS each_of GROUP BY payout_id, receivable_id, did, did_on HAVING SUM(times) <> 0 ORDER BY payout_id LIMIT 1",
    ),
    (
        About::Standing,
        // What was taken back is reversed. What was paid out of it is owed instead, what had been paid of its debt goes back, and what was
        // refunded of its credit is claimed.
        "SELECT facts.receivable_id AS thing, facts.id AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM receivable_facts AS facts
        INNER JOIN ledger_entries AS entries ON entries.cause = facts.id AND entries.reverses IS NULL
            AND entries.event NOT IN ('debt_taken_back', 'refund_reclaimed')
        WHERE facts.taken_back AND NOT facts.booked_before
            AND NOT EXISTS (SELECT 1 FROM ledger_entries AS back WHERE back.reverses = entries.id)
            AND EXISTS (
                SELECT 1 FROM ledger_postings AS postings WHERE postings.entry_id = entries.id AND CASE postings.kind
                    WHEN 'sellers_owe' THEN postings.amount < 0
                    WHEN 'sellers_payable' THEN postings.amount > 0
                    WHEN 'buyer_rebates' THEN postings.amount > 0
                    ELSE TRUE END
            )
        ORDER BY facts.id LIMIT 1",
    ),
    (
        About::Sold,
        "SELECT id AS thing, NULL AS other, status AS what, CAST(CASE WHEN payout_on IS NULL THEN 0 ELSE 1 END AS BIGINT) AS kept,
            CAST(NULL AS BIGINT) AS told
        FROM receivables WHERE CASE
            WHEN payout_on IS NULL THEN accepted_with IS NOT NULL
                OR status IN ('accepted', 'funded', 'settled', 'charged_back', 'written_off')
            ELSE status NOT IN ('accepted', 'rejected', 'funded', 'settled', 'charged_back', 'written_off') END
        ORDER BY id LIMIT 1",
    ),
    (
        About::Advance,
        // One is due from the sale on, on the day it was priced for. It is kept where it was never paid as well.
        "SELECT receivables.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM receivables LEFT JOIN payouts ON receivable_id = receivables.id AND purpose = 'advance' AND replaces IS NULL
        GROUP BY receivables.id, payout_on
        HAVING COUNT(payouts.id) <> CASE WHEN payout_on IS NULL THEN 0 ELSE 1 END OR MAX(payouts.due_on) <> payout_on
        ORDER BY receivables.id LIMIT 1",
    ),
    (
        About::Unpaid,
        // What was taken back gave it as well: its payout is kept, though it was cancelled. An entry of what is owed in place of what was
        // paid out gives nothing.
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
                AND (entries.event = 'debt_taken_back' OR NOT EXISTS (
                    SELECT 1 FROM ledger_postings AS owed WHERE owed.entry_id = entries.id AND owed.kind = 'sellers_owe'
                ))
            GROUP BY 1, 2, 3
        ) AS given
        WHERE gross > 0
            AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.fact_id = given.fact_id AND payouts.purpose = given.purpose)
            AND NOT EXISTS (
                SELECT 1 FROM payouts WHERE payouts.receivable_id = given.receivable_id AND payouts.purpose = given.purpose
                    AND unnamed AND fact_id IS NULL
            )
        ORDER BY fact_id LIMIT 1",
    ),
    (
        About::PassedOn,
        // What of a receipt was passed on by no fact is paid by one payout each time. What was paid out and then taken back is owed.
        "SELECT receipt_id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT receipts.id AS receipt_id, given.owner_id AS company_id, given.receivable_id, -given.amount AS gross, 1 AS times
            FROM ledger_entries AS entries
            INNER JOIN ledger_postings AS given ON given.entry_id = entries.id AND given.kind = 'sellers_payable' AND given.amount < 0
            INNER JOIN receipts ON receipts.id = CASE WHEN entries.subject = given.receivable_id THEN entries.cause ELSE entries.subject END
            WHERE entries.event = 'passed_on' AND entries.reverses IS NULL
                AND NOT EXISTS (SELECT 1 FROM ledger_postings AS owed WHERE owed.entry_id = entries.id AND owed.kind = 'sellers_owe')
                AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.receivable_id = given.receivable_id AND purpose = 'passed_on' AND unnamed)
            UNION ALL
            SELECT passed_on_of, company_id, receivable_id, gross, -1 FROM payouts
            WHERE passed_on_of IS NOT NULL AND replaces IS NULL AND NOT EXISTS (
                SELECT 1 FROM payouts AS other WHERE other.receivable_id = payouts.receivable_id AND other.purpose = 'passed_on' AND other.unnamed
            )
        ) AS each_of GROUP BY receipt_id, company_id, receivable_id, gross HAVING SUM(times) <> 0 ORDER BY receipt_id LIMIT 1",
    ),
    (
        About::InPlace,
        // What came back of a payout to a company is due again, once.
        "SELECT payouts.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM payouts
        LEFT JOIN payouts AS before ON before.id = payouts.replaces
        LEFT JOIN payouts AS again ON again.replaces = payouts.id
        WHERE (again.id IS NOT NULL) <> (payouts.status = 'returned' AND payouts.company_id IS NOT NULL)
            OR (payouts.replaces IS NOT NULL AND (
                before.gross - before.set_off <> payouts.gross
                OR before.company_id <> payouts.company_id
                OR before.receivable_id <> payouts.receivable_id
                OR before.purpose <> payouts.purpose
                OR before.currency <> payouts.currency
                OR before.returned_on <> payouts.due_on
                OR before.fact_id IS DISTINCT FROM payouts.fact_id
                OR before.passed_on_of IS DISTINCT FROM payouts.passed_on_of
            ))
        ORDER BY payouts.id LIMIT 1",
    ),
    (
        About::Release,
        // What was set off whole has no entry of the bank's.
        "SELECT payouts.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM payouts
        INNER JOIN (
            SELECT subject AS payout_id, event, dated_on, cause AS batch_id FROM ledger_entries
            WHERE event IN ('payout_released', 'rebate_paid', 'payout_executed', 'set_off') AND reverses IS NULL
            UNION ALL
            SELECT cause, event, dated_on, NULL FROM ledger_entries
            WHERE event IN ('set_off', 'receipt_explained', 'debtor_credit_refunded') AND reverses IS NULL AND cause IS NOT NULL
        ) AS entries ON entries.payout_id = payouts.id
        WHERE (entries.event <> 'payout_executed' AND entries.dated_on IS DISTINCT FROM payouts.released_on)
            OR (entries.batch_id IS NOT NULL AND entries.batch_id IS DISTINCT FROM payouts.batch_id)
        ORDER BY payouts.id LIMIT 1",
    ),
    (
        About::PaidToSellerAmount,
        // The trail tells of each amount as often.
        "SELECT receivable_id AS thing, NULL AS other, NULL AS what, amount AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT receivable_id, amount, COUNT(*) AS times FROM receivable_facts WHERE kind = 'paid_to_seller' GROUP BY receivable_id, amount
        ) AS facts WHERE times <> (
            SELECT COUNT(*) FROM audit_records WHERE thing = receivable_id AND action = 'paid_to_seller'
                AND changes LIKE '%\"field\":\"amount\",\"after\":\"' || CAST(amount AS TEXT) || '\"%'
        )
        ORDER BY receivable_id LIMIT 1",
    ),
    (
        About::FeeInvoice,
        "SELECT invoice_id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT told.invoice_id AS invoice_id FROM fee_invoice_lines AS told
            LEFT JOIN fee_invoices AS invoices ON invoices.id = told.invoice_id
            LEFT JOIN ledger_entries AS entries ON entries.id = told.entry_id
            LEFT JOIN receivables ON receivables.id = told.receivable_id
            LEFT JOIN (
                SELECT entry_id, currency, -SUM(CASE kind WHEN 'tax_payable' THEN amount ELSE 0 END) AS tax,
                    -SUM(CASE WHEN kind IN ('payout_fees', 'service_fees') THEN amount ELSE 0 END) AS net
                FROM ledger_postings WHERE entry_id IN (SELECT entry_id FROM fee_invoice_lines) GROUP BY entry_id, currency
            ) AS booked ON booked.entry_id = told.entry_id
            WHERE entries.dated_on IS DISTINCT FROM told.dated_on
                OR entries.subject IS DISTINCT FROM told.receivable_id
                OR receivables.seller_id IS DISTINCT FROM invoices.company_id
                OR booked.currency IS DISTINCT FROM invoices.currency
                OR booked.net IS DISTINCT FROM told.net
                OR booked.tax IS DISTINCT FROM told.tax
            UNION ALL
            SELECT invoices.id FROM fee_invoices AS invoices LEFT JOIN fee_invoice_lines AS told ON told.invoice_id = invoices.id
            GROUP BY invoices.id, invoices.net, invoices.tax
            HAVING COALESCE(SUM(told.net), 0) <> invoices.net OR COALESCE(SUM(told.tax), 0) <> invoices.tax OR COUNT(told.line) = 0
        ) AS odd ORDER BY invoice_id LIMIT 1",
    ),
    (
        About::FeeInvoiceNumbers,
        "SELECT NULL AS thing, NULL AS other, NULL AS what, CAST(year AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT year, 1 AS given, place, 0 AS last FROM fee_invoices UNION ALL SELECT year, 0, 0, last FROM fee_invoice_numbers
        ) AS each_of GROUP BY year HAVING SUM(given) <> SUM(last) OR MAX(place) <> SUM(last) ORDER BY year LIMIT 1",
    ),
    (
        About::ReceiptOfNothing,
        // What people entered the trail tells of; the rest came with a line of a statement, or was taken back with one and stays so.
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM receipts
        WHERE NOT EXISTS (SELECT 1 FROM statement_lines WHERE statement_lines.id = receipts.id)
            AND NOT EXISTS (SELECT 1 FROM audit_records WHERE thing = receipts.id AND action = 'receipt_entered')
            AND NOT EXISTS (
                SELECT 1 FROM ledger_entries AS back
                WHERE back.subject = receipts.id AND back.event = 'receipt_taken_back' AND back.cause = receipts.id
                    AND NOT EXISTS (SELECT 1 FROM ledger_entries AS again WHERE again.reverses = back.id)
            )
        ORDER BY id LIMIT 1",
    ),
    (
        About::StatementDay,
        // Where all of a statement is on days that it proves, the first of them opens it and the last one closes it. Of a day that it alone
        // tells of, its lines lie between the balances.
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT statements.id AS id FROM statements INNER JOIN statement_days AS days ON days.statement_id = statements.id
            WHERE NOT statements.excludes_later AND statements.lines = (
                SELECT COUNT(*) FROM statement_lines AS lines WHERE lines.statement_id = statements.id AND EXISTS (
                    SELECT 1 FROM statement_days AS told WHERE told.statement_id = statements.id AND told.told_on = lines.booked_on
                )
            ) AND (
                (statements.opening <> balance_from AND NOT EXISTS (
                    SELECT 1 FROM statement_days AS other WHERE other.statement_id = statements.id AND other.told_on < days.told_on
                )) OR (statements.closing <> balance_to AND NOT EXISTS (
                    SELECT 1 FROM statement_days AS other WHERE other.statement_id = statements.id AND other.told_on > days.told_on
                ))
            )
            UNION ALL
            SELECT days.statement_id FROM statement_days AS days INNER JOIN statements ON statements.id = days.statement_id
            WHERE days.balance_to - days.balance_from <> (
                SELECT COALESCE(SUM(lines.amount), 0) FROM statement_lines AS lines
                WHERE lines.statement_id = days.statement_id AND lines.booked_on = days.told_on
            ) AND NOT EXISTS (
                SELECT 1 FROM statement_held AS held WHERE held.statement_id = days.statement_id AND held.booked_on = days.told_on
            ) AND NOT EXISTS (
                SELECT 1 FROM statements AS other INNER JOIN statement_lines AS lines ON lines.statement_id = other.id
                WHERE other.id <> statements.id AND other.account = statements.account AND other.currency = statements.currency
                    AND lines.booked_on = days.told_on
            )
        ) AS odd ORDER BY id LIMIT 1",
    ),
];
