import { useQuery } from '@tanstack/react-query'
import Viewer from '@/entities/document/viewer'
import { invoiceContent, type InvoiceDocument } from '@/entities/receivable/api'

/** A file of an invoice, inside the page. It never changes, and is forgotten soon after the receivable is left. */
export default function DocumentViewer({ id, document }: { id: string; document: InvoiceDocument }) {
  const content = useQuery({ queryKey: ['invoice-content', id, document.id], queryFn: () => invoiceContent(id, document.id), staleTime: Infinity, gcTime: 60_000, retry: false })
  return <Viewer document={document} content={content} />
}
