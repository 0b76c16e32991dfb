/** By itself, because it is a quarter of a megabyte: it comes while the first characters are typed. */
export { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common'
