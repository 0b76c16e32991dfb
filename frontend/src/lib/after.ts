/**
 * What follows once something is done, even where whoever began it has left the screen by then, as a row that is on the list no
 * more. What fails is told by whoever holds the promise's mutation.
 */
export function after<T>(done: Promise<T>, next: (value: T) => void): void {
  void done.then(next, () => undefined)
}
