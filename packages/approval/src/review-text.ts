// What a reviewer at a terminal reads, as lines.

import { DEFAULT_COLUMNS, MAX_SHOWN_COMMAND, MAX_SHOWN_TEXT, MIN_COLUMNS } from './limits.js';
import type { ReviewRequest } from './reviewer.js';
import { visibleCommand, visibleText } from './visible-text.js';

/**
 * The request for a person: what would run, where, why, who says so, and what a yes changes.
 *
 * Everything stands behind a margin of ours, wrapped here and not by the terminal: else a long argument could be
 * padded until its rest begins a line of its own that looks like a line of ours.
 *
 * @param options.columns of the terminal; default 80, at least 40
 */
export function reviewText(request: ReviewRequest, options: { columns?: number } = {}): string {
  const columns = Math.max(MIN_COLUMNS, options.columns ?? DEFAULT_COLUMNS);
  const { action } = request;
  const rows: [label: string, text: string][] = [
    ['command', shorten(visibleCommand(action.command), MAX_SHOWN_COMMAND)],
    ['folder', ownLine(action.cwd)],
  ];
  if (request.retryReason !== undefined) rows.push(['blocked', ownLine(request.retryReason)]);
  if (request.reason !== undefined) rows.push(['reason', ownLine(request.reason)]);
  if (action.justification !== undefined) {
    rows.push(['claim', `"${ownLine(action.justification)}" (the requester's own words, not checked)`]);
  }
  rows.push(['a yes', ownLine(request.change)]);
  return rows.flatMap(([label, text]) => row(label, text, columns)).join('\n');
}

const LABEL_WIDTH = 8;

function row(label: string, text: string, columns: number): string[] {
  const margin = (name: string) => `  ${name.padEnd(LABEL_WIDTH)}| `;
  // One column stays free: some terminals wrap on writing the last one.
  const lines = wrap(text, columns - margin('').length - 1);
  return lines.map((line, index) => margin(index === 0 ? label : '') + line);
}

/** Cut into lines at most `width` columns wide. What isn't ASCII counts as two: at worst a line is too short. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const character of text) {
    const wide = character <= '~' ? 1 : 2;
    if (used + wide > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += character;
    used += wide;
  }
  return [...lines, line];
}

function ownLine(text: string): string {
  return shorten(visibleText(text), MAX_SHOWN_TEXT);
}

/** Head and tail, with how much is missing between them. */
function shorten(text: string, limit: number): string {
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const missing = characters.length - 2 * half;
  return `${characters.slice(0, half).join('')} [… ${missing} characters NOT SHOWN …] ${characters.slice(-half).join('')}`;
}
