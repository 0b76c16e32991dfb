import Viewer from '@/entities/document/viewer'
import { useContent, type Document } from './api'

/** A document of a case, inside the page. */
export default function DocumentViewer({ document }: { document: Document }) {
  return <Viewer document={document} content={useContent(document.id)} />
}
