import type { ViolationText } from './errors.ts';

/** Message of a rule that a schema adds, as the key of its text. */
export function ruleText(key: Extract<ViolationText, `rule.${string}`>): string {
  return key;
}
