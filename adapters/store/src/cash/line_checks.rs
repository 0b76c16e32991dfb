//! Whether debtors that were merged left nothing behind, and whether what is kept of the bank's lines fits together: what was decided of
//! those that waited, what each booked and tells of, and what statements prove of their days.

use crate::cash::checks::About;

/// Each with the query of the first that does not fit, for the whole proof alone.
pub(crate) static LINES: [(About, &str); 12] = [
    (
        About::Merged,
        // The audit trail has who was merged into whom. That one may have been merged later on, and then all of it went there.
        "SELECT id AS thing, NULL AS other, 'where it went' AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM debtors
        WHERE CASE WHEN merged_into IS NULL
            THEN EXISTS (SELECT 1 FROM audit_records WHERE action = 'debtors_merged' AND thing = debtors.id)
            ELSE NOT EXISTS (SELECT 1 FROM debtors AS stays WHERE stays.id = debtors.merged_into AND stays.merged_into IS NULL)
                OR NOT EXISTS (
                    SELECT 1 FROM audit_records LEFT JOIN debtors AS then_into ON then_into.id = audit_records.debtor_id
                    WHERE action = 'debtors_merged' AND thing = debtors.id
                        AND debtors.merged_into IN (audit_records.debtor_id, then_into.merged_into)
                ) END
        ORDER BY id LIMIT 1",
    ),
    (
        About::Merged,
        // All that it had went to the one that stays; what was sold before is booked on its own accounts.
        "SELECT named AS thing, NULL AS other, by_whom AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT debtor_id AS named, 'a receivable' AS by_whom FROM receivables
            UNION SELECT debtor_id, 'a buyer' FROM buyers
            UNION SELECT debtor_id, 'a mark of a seller' FROM debtor_marks
            UNION SELECT debtor_id, 'a remembered payer' FROM remembered_payers
            UNION SELECT debtor_id, 'a release of a claim' FROM told_debtors
            UNION SELECT owner_id, 'a limit in use' FROM exposures WHERE ceiling = 'debtor_limit' AND in_use <> 0
        ) AS names INNER JOIN debtors ON debtors.id = named AND debtors.merged_into IS NOT NULL
        UNION ALL
        SELECT booked_with, NULL, 'an account', CAST(NULL AS BIGINT), CAST(NULL AS BIGINT) FROM receivables
        LEFT JOIN debtors ON debtors.id = booked_with
        WHERE booked_with IS NOT NULL AND debtors.merged_into IS DISTINCT FROM receivables.debtor_id
        ORDER BY thing, what LIMIT 1",
    ),
    (
        About::Held,
        // What is new counts at its place, and nothing else does. What a person decides of an entry, and that it is
        // taken back, the audit trail has in turn, each of one of its lines.
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT held.id AS id FROM statement_held AS held
            LEFT JOIN statement_lines AS lines ON lines.statement_id = held.statement_id AND lines.place = held.place
            WHERE (lines.id IS NOT NULL) <> (held.decision IS NOT NULL AND held.decision = 'new')
                OR lines.currency <> held.currency
                OR lines.booked_on <> held.booked_on
                OR held.line NOT LIKE '%\"amount\":' || CAST(lines.amount AS TEXT) || ',%'
                OR held.line NOT LIKE '%\"bookedOn\":\"' || CAST(held.booked_on AS TEXT) || '\"%'
            UNION ALL
            SELECT held.id FROM statement_held AS held
            WHERE (held.proven AND (held.known_as IS NOT NULL OR held.decision IS NULL OR held.decision = 'set_aside'))
                OR (NOT held.proven AND (held.decision IS NOT NULL) <> (1 = (
                    SELECT COUNT(*) FROM statement_held AS same
                    INNER JOIN audit_records ON audit_records.thing = same.id AND action = 'statement_line_settled'
                    WHERE same.statement_id = held.statement_id AND same.entry = held.entry
                ) % 2))
        ) AS odd ORDER BY id LIMIT 1",
    ),
    (
        About::Held,
        // What is known is a line of another statement of the account, of its amount or the one that the weighing found alike, and none that
        // another entry of its statement is known as.
        "SELECT held.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM statement_held AS held
        INNER JOIN statements ON statements.id = held.statement_id
        LEFT JOIN statement_lines AS known ON known.id = held.known_as
        LEFT JOIN statements AS theirs ON theirs.id = known.statement_id
        WHERE held.known_as IS NOT NULL AND (
            known.id IS NULL
            OR held.decision IS DISTINCT FROM 'known'
            OR theirs.id = statements.id
            OR theirs.account <> statements.account
            OR theirs.currency <> statements.currency
            OR (held.perhaps_id IS DISTINCT FROM held.known_as AND (
                NOT CASE WHEN held.line IS NULL THEN
                    held.legible IS NULL
                    OR held.legible LIKE '%\"magnitude\":null%'
                    OR held.legible LIKE '%\"magnitude\":' || CAST(ABS(known.amount) AS TEXT) || ',%'
                    OR held.legible LIKE '%\"magnitude\":' || CAST(ABS(COALESCE(known.entry_amount, known.amount)) AS TEXT) || ',%'
                ELSE
                    held.entry_amount IN (known.amount, COALESCE(known.entry_amount, known.amount))
                    OR held.line LIKE '%\"amount\":' || CAST(known.amount AS TEXT) || ',%'
                    OR held.line LIKE '%\"amount\":' || CAST(COALESCE(known.entry_amount, known.amount) AS TEXT) || ',%'
                END
                OR EXISTS (
                    SELECT 1 FROM statement_held AS same WHERE same.statement_id = held.statement_id AND same.entry <> held.entry
                        AND same.known_as = held.known_as AND same.perhaps_id IS DISTINCT FROM same.known_as
                )
            ))
        )
        ORDER BY held.id LIMIT 1",
    ),
    (
        About::Line,
        "SELECT lines.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM statement_lines AS lines
        WHERE CASE outcome
            WHEN 'receipt' THEN NOT EXISTS (SELECT 1 FROM receipts WHERE receipts.id = lines.id)
            WHEN 'executed' THEN about_id IS NULL OR NOT EXISTS (
                SELECT 1 FROM payouts WHERE executed_on IS NOT NULL AND (payouts.id = about_id OR payouts.batch_id = about_id)
            )
            WHEN 'returned' THEN about_id IS NULL OR NOT EXISTS (
                SELECT 1 FROM payouts WHERE returned_on IS NOT NULL AND (payouts.id = about_id OR payouts.batch_id = about_id)
            )
            ELSE EXISTS (SELECT 1 FROM receipts WHERE receipts.id = lines.id AND unexplained + sent_back > 0)
                OR (outcome <> 'noted' AND (outcome = 'charge') <> EXISTS (
                    SELECT 1 FROM ledger_entries AS charges WHERE charges.subject = lines.id AND charges.event = 'bank_charge'
                        AND charges.reverses IS NULL
                        AND NOT EXISTS (SELECT 1 FROM ledger_entries AS back WHERE back.reverses = charges.id)
                ))
            END
        ORDER BY lines.id LIMIT 1",
    ),
    (
        About::Line,
        // What a line tells of makes its amount, with what the bank took for itself; what is told of twice, was reversed, or was carried out or sent
        // back on another day, is not what it tells of.
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT lines.id AS id FROM statement_lines AS lines
            WHERE lines.amount > 0 AND EXISTS (SELECT 1 FROM ledger_entries AS booked WHERE booked.id = lines.about_id)
                AND EXISTS (SELECT 1 FROM statement_line_entries AS named WHERE named.line_id = lines.id)
                AND lines.amount <> COALESCE((
                    SELECT SUM(postings.amount) FROM ledger_postings AS postings
                    WHERE postings.kind = 'bank' AND postings.currency = lines.currency AND postings.entry_id IN (
                        SELECT lines.about_id
                        UNION ALL
                        SELECT named.entry_id FROM statement_line_entries AS named
                        INNER JOIN ledger_entries AS booked ON booked.id = named.entry_id
                        WHERE named.line_id = lines.id AND booked.event <> 'receipt_taken_back'
                    )
                ), 0)
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines
            WHERE EXISTS (
                SELECT 1 FROM statement_line_entries AS named INNER JOIN ledger_entries AS booked ON booked.id = named.entry_id
                WHERE named.line_id = lines.id AND (lines.amount < 0 OR booked.event = 'receipt_taken_back')
            ) AND ABS(lines.amount) <> ABS(COALESCE((
                SELECT SUM(postings.amount) FROM statement_line_entries AS named
                INNER JOIN ledger_postings AS postings ON postings.entry_id = named.entry_id
                INNER JOIN ledger_entries AS booked ON booked.id = named.entry_id
                WHERE named.line_id = lines.id AND postings.kind = 'bank' AND postings.currency = lines.currency
                    AND (lines.amount < 0 OR booked.event = 'receipt_taken_back')
            ), 0) + COALESCE((
                SELECT SUM(postings.amount) FROM ledger_entries AS charges
                INNER JOIN ledger_postings AS postings ON postings.entry_id = charges.id
                WHERE charges.subject = lines.id AND charges.event = 'bank_charge' AND charges.reverses IS NULL
                    AND postings.kind = 'bank' AND postings.currency = lines.currency
                    AND NOT EXISTS (SELECT 1 FROM ledger_entries AS back WHERE back.reverses = charges.id)
            ), 0))
            UNION ALL
            SELECT named.line_id FROM statement_line_entries AS named
            INNER JOIN ledger_entries AS entries ON entries.id = named.entry_id
            INNER JOIN statement_lines AS lines ON lines.id = entries.cause
            WHERE entries.event = 'receipt_taken_back' AND lines.id <> named.line_id
            UNION ALL
            SELECT lines.id FROM statement_line_receipts AS named
            INNER JOIN statement_lines AS lines ON lines.id = named.line_id
            INNER JOIN receipts ON receipts.id = named.receipt_id
            GROUP BY lines.id, lines.amount, lines.currency
            HAVING SUM(receipts.amount) <> lines.amount
                OR MIN(receipts.currency) <> lines.currency OR MAX(receipts.currency) <> lines.currency
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines INNER JOIN receipts ON receipts.id = lines.about_id
            WHERE lines.outcome = 'noted' AND CASE
                WHEN lines.amount < 0 THEN NOT EXISTS (
                    SELECT 1 FROM statement_line_entries AS named INNER JOIN ledger_entries AS entries ON entries.id = named.entry_id
                    WHERE named.line_id = lines.id AND entries.subject = receipts.id
                )
                ELSE receipts.amount <> lines.amount OR receipts.currency <> lines.currency END
            UNION ALL
            SELECT id FROM statement_lines WHERE outcome = 'receipt' AND about_id IS DISTINCT FROM id
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines WHERE outcome IN ('open', 'charge') AND (
                about_id IS NOT NULL
                OR EXISTS (SELECT 1 FROM statement_line_entries AS named WHERE named.line_id = lines.id)
                OR EXISTS (SELECT 1 FROM statement_line_receipts AS named WHERE named.line_id = lines.id)
            )
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines INNER JOIN payouts ON lines.about_id IN (payouts.id, payouts.batch_id)
            WHERE lines.outcome = 'noted' AND lines.amount > 0 AND (payouts.executed_on IS NULL OR payouts.returned_on IS NULL)
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines
            WHERE ((outcome = 'charge' AND NOT is_charge) OR (outcome = 'open' AND is_charge)) AND NOT EXISTS (
                SELECT 1 FROM audit_records WHERE audit_records.thing = lines.id AND action = 'statement_line_settled'
            ) AND NOT (outcome = 'open' AND EXISTS (
                SELECT 1 FROM ledger_postings AS postings INNER JOIN ledger_entries AS entries ON entries.id = postings.entry_id
                WHERE postings.kind = 'bank' AND postings.currency = lines.currency AND postings.amount = lines.amount
                    AND (entries.event <> 'bank_charge' OR entries.subject = entries.id)
            ))
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines
            WHERE lines.outcome = 'noted'
                AND NOT EXISTS (SELECT 1 FROM statement_line_entries AS named WHERE named.line_id = lines.id)
                AND NOT EXISTS (SELECT 1 FROM statement_line_receipts AS named WHERE named.line_id = lines.id)
                AND NOT EXISTS (SELECT 1 FROM receipts WHERE receipts.id = lines.about_id)
                AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE ledger_entries.id = lines.about_id)
                AND NOT EXISTS (SELECT 1 FROM payouts WHERE lines.about_id IN (payouts.id, payouts.batch_id))
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines INNER JOIN ledger_entries AS back ON back.reverses = lines.about_id
            WHERE lines.outcome = 'noted'
            UNION ALL
            SELECT named.line_id FROM statement_line_entries AS named INNER JOIN ledger_entries AS back ON back.reverses = named.entry_id
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines
            INNER JOIN statement_lines AS other ON other.about_id = lines.about_id AND other.currency = lines.currency AND other.id <> lines.id
            WHERE (lines.outcome IN ('executed', 'returned') AND other.outcome = lines.outcome)
                OR (lines.outcome = 'noted' AND lines.amount > 0 AND other.outcome = 'noted' AND other.amount > 0
                    AND EXISTS (SELECT 1 FROM receipts WHERE receipts.id = lines.about_id))
                OR (lines.outcome = 'noted' AND other.outcome = 'noted'
                    AND EXISTS (SELECT 1 FROM ledger_entries WHERE ledger_entries.id = lines.about_id))
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines
            INNER JOIN statement_line_entries AS named ON named.entry_id = lines.about_id AND named.line_id <> lines.id
            WHERE lines.outcome = 'noted'
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines INNER JOIN payouts ON payouts.id = lines.about_id
            WHERE lines.outcome = 'executed' AND payouts.gross - payouts.set_off > -lines.amount
            UNION ALL
            SELECT lines.id FROM statement_lines AS lines
            WHERE (lines.outcome = 'executed' AND NOT EXISTS (
                SELECT 1 FROM payouts WHERE (payouts.id = about_id OR payouts.batch_id = about_id) AND executed_on = booked_on
            )) OR (lines.outcome = 'returned' AND NOT EXISTS (
                SELECT 1 FROM payouts WHERE (payouts.id = about_id OR payouts.batch_id = about_id) AND returned_on = booked_on
            ))
        ) AS odd ORDER BY id LIMIT 1",
    ),
    (
        About::Recognised,
        // What the payer quoted is kept as it stands on the receivable.
        "SELECT parts.receipt_id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM allocations AS parts LEFT JOIN receivables ON receivables.id = parts.receivable_id
        WHERE (recognised_by IS NULL) <> (quoted IS NULL)
            OR CASE recognised_by
                WHEN 'reference' THEN quoted IS DISTINCT FROM receivables.reference
                WHEN 'invoice_numbers' THEN quoted IS DISTINCT FROM receivables.invoice_number
                WHEN 'amount' THEN TRUE
                ELSE FALSE END
        ORDER BY parts.receipt_id LIMIT 1",
    ),
    (
        About::DebtorName,
        // It is called what the buyer was called by whose approval it was made, unless its seller wrote another name since.
        "SELECT debtors.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM debtors
        WHERE EXISTS (
            SELECT 1 FROM audit_records AS made INNER JOIN buyers ON buyers.id = made.thing
            WHERE made.debtor_id = debtors.id AND made.action = 'buyer_decided' AND made.at = debtors.created_at
        ) AND NOT EXISTS (
            SELECT 1 FROM audit_records AS made INNER JOIN buyers ON buyers.id = made.thing
            WHERE made.debtor_id = debtors.id AND made.action = 'buyer_decided' AND made.at = debtors.created_at
                AND (buyers.legal_name = debtors.legal_name OR EXISTS (
                    SELECT 1 FROM audit_records AS edited
                    WHERE edited.company_id = made.company_id AND edited.action = 'buyer_changed' AND edited.at >= made.at
                ))
        )
        ORDER BY debtors.id LIMIT 1",
    ),
    (
        About::Approval,
        // Two people agreed to what was booked by it: one who proposed it, and another one who decided.
        "SELECT approvals.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM approvals
        WHERE (state = 'approved' AND (decided_by IS NULL OR decided_by = proposed_by))
            OR (state <> 'approved' AND EXISTS (SELECT 1 FROM ledger_entries WHERE ledger_entries.cause = approvals.id))
        ORDER BY approvals.id LIMIT 1",
    ),
    (
        About::Parties,
        // A buyer is the debtor that it was when something was sold on it.
        "SELECT receivables.id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told
        FROM receivables INNER JOIN buyers ON buyers.id = receivables.buyer_id
        WHERE buyers.debtor_id IS DISTINCT FROM receivables.debtor_id
            AND EXISTS (SELECT 1 FROM audit_records WHERE audit_records.thing = receivables.id AND action = 'offer_accepted')
        ORDER BY receivables.id LIMIT 1",
    ),
    (
        About::StatementDay,
        // A statement has at least the lines that are kept of it, each of which was gone through, and says what the audit trail has of it
        // since its import; the lines of an entry make its amount.
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT statements.id AS id FROM statements INNER JOIN (
                SELECT statement_id, place FROM statement_lines
                UNION SELECT statement_id, place FROM statement_held
            ) AS places ON places.statement_id = statements.id
            GROUP BY statements.id, statements.lines, statements.taken
            HAVING COUNT(*) > statements.lines OR MAX(places.place) >= statements.taken
            UNION ALL
            SELECT statements.id FROM statements
            INNER JOIN audit_records ON audit_records.thing = statements.id AND action = 'statement_imported'
            WHERE changes LIKE '%\"balances\"%' AND changes NOT LIKE '%\"' || statements.currency
                || ' ' || COALESCE(CAST(opened_on AS TEXT) || ' ' || CAST(opening AS TEXT), '-')
                || ' ' || COALESCE(CAST(closed_on AS TEXT) || ' ' || CAST(closing AS TEXT), '-')
                || ' ' || CAST(statements.lines AS TEXT) || ' ' || CAST(later AS TEXT) || '\"%'
            UNION ALL
            SELECT lines.statement_id FROM statement_lines AS lines
            INNER JOIN statements ON statements.id = lines.statement_id AND statements.taken = statements.lines
            WHERE lines.entry IS NOT NULL
            GROUP BY lines.statement_id, lines.entry
            HAVING SUM(lines.amount) <> MIN(lines.entry_amount) OR MIN(lines.entry_amount) <> MAX(lines.entry_amount)
        ) AS odd ORDER BY id LIMIT 1",
    ),
    (
        About::StatementDay,
        // The statements of a stretch agree: it begins and ends with balances of its statements, and where it has all lines of the day,
        // and none of them ever waited, they lead from the one to the other. Of a statement that has all its lines, they lead from its
        // opening to its closing balance, but for what it differs by; an upgrade did not count what waited among what is later. A
        // statement of which nothing ever waited proves each day between two that it proves, where its lines lead from the one to the other.
        "SELECT id AS thing, NULL AS other, NULL AS what, CAST(NULL AS BIGINT) AS kept, CAST(NULL AS BIGINT) AS told FROM (
            SELECT days.statement_id AS id FROM statement_days AS days
            INNER JOIN statements ON statements.id = days.statement_id
            INNER JOIN statement_days AS own ON own.told_on = days.told_on AND own.stretch_id = days.stretch_id
            INNER JOIN statements AS theirs ON theirs.id = own.statement_id
            WHERE own.opening <> days.opening OR own.closing <> days.closing
                OR theirs.account <> statements.account OR theirs.currency <> statements.currency
            UNION ALL
            SELECT days.statement_id FROM statement_days AS days
            WHERE NOT EXISTS (
                SELECT 1 FROM statement_days AS own
                WHERE own.told_on = days.told_on AND own.stretch_id = days.stretch_id AND own.balance_from = days.opening
            ) OR NOT EXISTS (
                SELECT 1 FROM statement_days AS own
                WHERE own.told_on = days.told_on AND own.stretch_id = days.stretch_id AND own.balance_to = days.closing
            )
            UNION ALL
            SELECT days.statement_id FROM statement_days AS days
            INNER JOIN statements ON statements.id = days.statement_id
            WHERE days.closing - days.opening <> (
                SELECT COALESCE(SUM(lines.amount), 0) FROM statement_days AS own
                INNER JOIN statement_lines AS lines ON lines.statement_id = own.statement_id AND lines.booked_on = own.told_on
                WHERE own.told_on = days.told_on AND own.stretch_id = days.stretch_id
            ) AND NOT EXISTS (
                SELECT 1 FROM statement_held AS held INNER JOIN statements AS theirs ON theirs.id = held.statement_id
                WHERE held.booked_on = days.told_on AND theirs.account = statements.account AND theirs.currency = statements.currency
            ) AND NOT EXISTS (
                SELECT 1 FROM statement_lines AS lines INNER JOIN statements AS theirs ON theirs.id = lines.statement_id
                WHERE lines.booked_on = days.told_on AND theirs.account = statements.account AND theirs.currency = statements.currency
                    AND NOT EXISTS (
                        SELECT 1 FROM statement_days AS own WHERE own.statement_id = lines.statement_id
                            AND own.told_on = days.told_on AND own.stretch_id = days.stretch_id
                    )
            )
            UNION ALL
            SELECT lines.statement_id FROM statement_lines AS lines
            INNER JOIN statements ON statements.id = lines.statement_id AND statements.taken = statements.lines
            WHERE NOT EXISTS (
                SELECT 1 FROM statement_days AS own WHERE own.statement_id = lines.statement_id AND own.told_on = lines.booked_on
            ) AND NOT EXISTS (SELECT 1 FROM statement_held AS held WHERE held.statement_id = lines.statement_id) AND EXISTS (
                SELECT 1 FROM statement_days AS prior INNER JOIN statement_days AS behind ON behind.statement_id = prior.statement_id
                WHERE prior.statement_id = lines.statement_id AND prior.told_on < lines.booked_on AND behind.told_on > lines.booked_on
                    AND behind.balance_from - prior.balance_to = (
                        SELECT SUM(own.amount) FROM statement_lines AS own WHERE own.statement_id = lines.statement_id
                            AND own.booked_on > prior.told_on AND own.booked_on < behind.told_on
                    )
            )
            UNION ALL
            SELECT statements.id FROM statements LEFT JOIN (
                SELECT statement_id, booked_on, amount FROM statement_lines WHERE entry IS NULL
                UNION ALL
                SELECT lines.statement_id, MIN(lines.booked_on), MIN(lines.entry_amount) FROM statement_lines AS lines
                WHERE lines.entry IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM statement_held AS held
                    WHERE held.statement_id = lines.statement_id AND held.place = lines.place AND held.line IS NULL
                )
                GROUP BY lines.statement_id, lines.entry
                UNION ALL
                SELECT statement_id, MIN(booked_on), MIN(entry_amount) FROM statement_held
                WHERE line IS NOT NULL AND (decision IS NULL OR decision <> 'new') GROUP BY statement_id, entry
            ) AS entries ON entries.statement_id = statements.id
            WHERE statements.taken = statements.lines AND statements.lines = (
                SELECT COUNT(*) FROM statement_lines AS lines WHERE lines.statement_id = statements.id
            ) + (
                SELECT COUNT(*) FROM statement_held AS held
                WHERE held.statement_id = statements.id AND (held.decision IS NULL OR held.decision <> 'new')
            )
            GROUP BY statements.id, opening, closing, closed_on, differs, later, excludes_later
            HAVING closing - opening - differs <> COALESCE(
                SUM(CASE WHEN excludes_later AND entries.booked_on > closed_on THEN 0 ELSE entries.amount END), 0
            ) OR (
                closed_on IS NOT NULL
                AND later <> COALESCE(SUM(CASE WHEN entries.booked_on > closed_on THEN entries.amount ELSE 0 END), 0)
                AND (EXISTS (
                    SELECT 1 FROM audit_records WHERE audit_records.thing = statements.id AND action = 'statement_imported'
                        AND changes LIKE '%\"balances\"%'
                ) OR NOT EXISTS (
                    SELECT 1 FROM statement_held AS held WHERE held.statement_id = statements.id AND held.booked_on > closed_on
                ))
            )
        ) AS odd ORDER BY id LIMIT 1",
    ),
];
