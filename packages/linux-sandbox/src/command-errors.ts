import { SallyportError } from '@sallyport/protocol/sallyport-error';

/** The command can't be executed by this user, inside a sandbox or not. Found out before anything is started. */
export class CommandNotRunnableError extends SallyportError {
  readonly code: 'COMMAND_NOT_FOUND' | 'COMMAND_NOT_EXECUTABLE';
  /** What a shell would return: 127 when there is no such command, 126 when it isn't executable. */
  readonly exitCode: 126 | 127;

  constructor(exitCode: 126 | 127, message: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = exitCode === 127 ? 'COMMAND_NOT_FOUND' : 'COMMAND_NOT_EXECUTABLE';
  }
}

/** What was asked for can't be passed to any program: no command at all, or a NUL byte in a word or variable. */
export class InvalidCommandError extends SallyportError {
  readonly code = 'INVALID_COMMAND';
}

/** The working directory is missing, or isn't a directory, or can't be entered. */
export class InvalidWorkingDirectoryError extends SallyportError {
  readonly code = 'INVALID_WORKING_DIRECTORY';
}
