export { type Clock, systemClock } from './clock.js';
export { type DenialReview, denialReview } from './denial-review.js';
export { deniedOperationWords } from './denied-operation-words.js';
export {
  type CommandEvaluation,
  commandRequirement,
  defaultRequirement,
  type ExecApprovalRequirement,
  type FileSystemKind,
} from './requirement.js';
export { reviewText } from './review-text.js';
export {
  type ApprovalContext,
  type ApprovalResult,
  type ReviewRequest,
  type ReviewRoute,
  requestApproval,
} from './reviewer.js';
export { createTerminalReviewer, type TerminalInput, type TerminalOutput } from './terminal-reviewer.js';
export { visibleCommand, visibleText } from './visible-text.js';
