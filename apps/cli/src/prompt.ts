// A chunk of its own in the bundle: only loaded when there is something to ask.
export { createTerminalReviewer } from '@sallyport/approval';
