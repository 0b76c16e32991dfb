/** Whether the file still is what was chosen: browsers refuse to read one that was moved or changed since. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
