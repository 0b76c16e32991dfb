/** Stands for `hoist-non-react-statics`, which only emotion's `withTheme` uses, and that nobody does: it costs the first screen 1 kB. */
export default <T>(target: T): T => target
