import { SallyportError } from '@sallyport/protocol/sallyport-error';

/** A tool broke the rules of {@link ToolRuntime}: a bug in the tool, never the user's. */
export class ToolContractError extends SallyportError {
  readonly code = 'TOOL_CONTRACT';
}
