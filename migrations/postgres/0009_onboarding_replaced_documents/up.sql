-- A document in whose place another one stands is history: it counts no more. Of those handed in so far it is known of the
-- rejected ones that another of their kind came after.

ALTER TABLE documents ADD COLUMN replaced_at TIMESTAMPTZ;
UPDATE documents SET replaced_at = (
    SELECT MIN(later.uploaded_at) FROM documents AS later
    WHERE later.application_id = documents.application_id AND later.kind = documents.kind AND later.uploaded_at > documents.uploaded_at
) WHERE verdict = 'rejected' AND application_id IN (SELECT id FROM applications WHERE status NOT IN (0, 4));
