import { SallyportError } from '@sallyport/protocol/sallyport-error';

/** Bad input on the command line or in a configuration: the command isn't run, the status is 125. */
export class CliError extends SallyportError {
  readonly code: 'BAD_OPTION' | 'BAD_CONFIG' | 'BAD_WORKING_DIRECTORY' | 'BAD_REPORT_FILE';

  constructor(code: CliError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
