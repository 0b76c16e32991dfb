-- What of a company's accounts is about which receivable, and what a debtor owes of refunds: kept by the trigger below, by
-- nobody else. No share is ever taken below nothing, so a debt is set off, paid or given up once, whoever does so at the same
-- time. What an earlier release left below nothing is its floor.
CREATE TABLE ledger_shares (
    kind TEXT COLLATE "C" NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    owner_id UUID NOT NULL,
    -- Zero where the account is about no receivable.
    receivable_id UUID NOT NULL,
    -- What the account is there to hold: of what is owned, debit; of what is owed, credit.
    held BIGINT NOT NULL,
    floor BIGINT NOT NULL DEFAULT 0 CHECK (floor <= 0),
    PRIMARY KEY (kind, currency, owner_id, receivable_id),
    CONSTRAINT ledger_shares_enough CHECK (held >= floor)
);

INSERT INTO ledger_shares (kind, currency, owner_id, receivable_id, held, floor)
    SELECT kind, currency, owner_id, receivable_id, held, least(held, 0) FROM (
        SELECT kind, currency, owner_id, receivable_id, sum(CASE kind WHEN 'sellers_owe' THEN amount ELSE -amount END)::BIGINT AS held
        FROM ledger_postings
        WHERE kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates') AND receivable_id IS NOT NULL
        GROUP BY kind, currency, owner_id, receivable_id
    ) AS summed;

-- The balance of the account is locked before its shares, so those who meet wait there.
CREATE FUNCTION ledger_shares_of_owners() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
    added RECORD;
BEGIN
    FOR added IN
        SELECT kind, currency, owner_id, coalesce(receivable_id, '00000000-0000-0000-0000-000000000000') AS about,
            sum(CASE WHEN kind IN ('sellers_owe', 'debtors_owe') THEN amount ELSE -amount END)::BIGINT AS amount
        FROM posted
        WHERE kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates', 'debtors_owe')
        GROUP BY kind, currency, owner_id, about ORDER BY kind, currency, owner_id, about
    LOOP
        INSERT INTO ledger_shares (kind, currency, owner_id, receivable_id, held)
            VALUES (added.kind, added.currency, added.owner_id, added.about, 0) ON CONFLICT DO NOTHING;
        UPDATE ledger_shares SET held = held + added.amount
            WHERE kind = added.kind AND currency = added.currency AND owner_id = added.owner_id AND receivable_id = added.about;
    END LOOP;
    RETURN NULL;
END
$$;
-- Triggers of one kind fire in the order of their names: after the one that adds up balances.
CREATE TRIGGER ledger_postings_share AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_shares_of_owners();
CREATE TRIGGER ledger_shares_append_only BEFORE DELETE OR TRUNCATE ON ledger_shares
    FOR EACH STATEMENT EXECUTE FUNCTION append_only();
-- Only inside the trigger above.
CREATE TRIGGER ledger_shares_kept BEFORE INSERT OR UPDATE ON ledger_shares
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION append_only();
