export { Released } from './released'
export { Sent } from './sent'
