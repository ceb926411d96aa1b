import type { Language } from '@diorama/shared/i18n/t.ts';

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** Formats a duration in its largest whole unit: `90` → `1 minute`. */
export function formatAge(language: Language, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const step = STEPS.find((one) => whole >= one.seconds) ?? STEPS[3];
  return new Intl.NumberFormat(language, { style: 'unit', unit: step.unit, unitDisplay: 'long' }).format(
    Math.floor(whole / step.seconds),
  );
}
