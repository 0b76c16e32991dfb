import { watch } from './begun'

// Of the page that the files of one process share: once, as the first of them begins.

/** What React says of mistakes that show on the screen sooner or later, such as two parts under one key. */
const MISTAKES = /same key|unique "key"|Cannot update a component|cannot be a (child|descendant) of|non-boolean attribute|Invalid DOM property|change in the order of Hooks/
export const mistakes: string[] = []
const say = console.error
console.error = (...args: unknown[]) => {
  if (typeof args[0] === 'string' && MISTAKES.test(args[0])) mistakes.push(args.join(' '))
  say(...args)
}

// What every browser has of a list and its options, and this document does not: a form tells by them whether a person has chosen.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { get: (): number => 0 })
Object.defineProperty(HTMLOptionElement.prototype, 'defaultSelected', {
  get(this: HTMLOptionElement) {
    return this.hasAttribute('selected')
  },
})

watch()
