-- What of a company's accounts is about which receivable, and what a debtor owes of refunds: kept by the trigger below, by
-- nobody else. No share is ever taken below nothing, so a debt is set off, paid or given up once, whoever does so at the same
-- time. What an earlier release left below nothing is its floor.
CREATE TABLE ledger_shares (
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    owner_id BLOB NOT NULL,
    -- Zero where the account is about no receivable.
    receivable_id BLOB NOT NULL,
    -- What the account is there to hold: of what is owned, debit; of what is owed, credit.
    held BIGINT NOT NULL CHECK (typeof(held) = 'integer'),
    floor BIGINT NOT NULL DEFAULT 0 CHECK (floor <= 0),
    PRIMARY KEY (kind, currency, owner_id, receivable_id),
    CONSTRAINT ledger_shares_enough CHECK (held >= floor)
) WITHOUT ROWID;

INSERT INTO ledger_shares (kind, currency, owner_id, receivable_id, held, floor)
    SELECT kind, currency, owner_id, receivable_id, held, min(held, 0) FROM (
        SELECT kind, currency, owner_id, receivable_id, sum(CASE kind WHEN 'sellers_owe' THEN amount ELSE -amount END) AS held
        FROM ledger_postings
        WHERE kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates') AND receivable_id IS NOT NULL
        GROUP BY kind, currency, owner_id, receivable_id
    );

CREATE TRIGGER ledger_postings_share AFTER INSERT ON ledger_postings
    WHEN NEW.kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates', 'debtors_owe')
    BEGIN
        INSERT INTO ledger_shares (kind, currency, owner_id, receivable_id, held)
            VALUES (NEW.kind, NEW.currency, NEW.owner_id, coalesce(NEW.receivable_id, zeroblob(16)), 0)
            ON CONFLICT DO NOTHING;
        UPDATE ledger_shares SET held = held + CASE WHEN NEW.kind IN ('sellers_owe', 'debtors_owe') THEN NEW.amount ELSE -NEW.amount END
            WHERE kind = NEW.kind AND currency = NEW.currency AND owner_id = NEW.owner_id
                AND receivable_id = coalesce(NEW.receivable_id, zeroblob(16));
    END;
CREATE TRIGGER ledger_shares_no_delete BEFORE DELETE ON ledger_shares
    BEGIN SELECT RAISE(ABORT, 'ledger_shares is append-only'); END;
