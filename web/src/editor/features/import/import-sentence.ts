import { formatBytes, formatPercent } from '@diorama/shared/i18n/format.ts';
import { MINUTES_FROM_SECONDS, uploadTimeLeft } from '../../../files/throughput.ts';
import type { PanelTranslations } from '../../hooks/use-editor-translations.ts';
import { type ImportSummary, summaryOf } from './import-summary.ts';
import { type ImportItem, isStopped } from './model/import-item.ts';

/** Status text of an import. */
export function importStatusText({ name, phase }: ImportItem, { t, language }: PanelTranslations): string {
  switch (phase.kind) {
    case 'uploading': {
      const percent = formatPercent(language, phase.share);
      return t(phase.hold === null ? 'import.uploading' : `import.${phase.hold}`, { name, percent });
    }
    case 'arriving': {
      const percent = formatPercent(language, phase.share);
      const { person } = phase;
      return t(phase.isHeld ? 'import.arrivingHeld' : 'import.arriving', { name, percent, person });
    }
    case 'converting':
    case 'optimising':
      return t(`import.${phase.kind}`, { name, percent: formatPercent(language, phase.share) });
    case 'queued':
      return queuedSentence({ name, ...phase }, t);
    case 'failed':
      return t('import.failed', { name, reason: phase.reason ?? t(defaultReason(phase)) });
    default:
      return t(`import.${phase.kind}`, { name });
  }
}

/** Reason of a failed upload that the server did not report. */
function defaultReason({ isTooLarge }: { isTooLarge?: true }): 'import.tooLarge' | 'import.noConnection' {
  return isTooLarge ? 'import.tooLarge' : 'import.noConnection';
}

/** Status text of a queued import, with position and estimated time if the server provides them. */
function queuedSentence(
  { name, position, etaSeconds }: { name: string; position: number | null; etaSeconds: number | null },
  t: PanelTranslations['t'],
): string {
  if (position === null || position < 1) {
    return t('import.queued', { name });
  }
  if (etaSeconds === null) {
    return t('import.queuedAt', { name, position });
  }
  return etaSeconds < MINUTES_FROM_SECONDS
    ? t('import.queuedSeconds', { name, position, seconds: Math.max(STEP_SECONDS, roundTo(etaSeconds)) })
    : t('import.queuedMinutes', { name, position, minutes: Math.round(etaSeconds / 60) });
}

/** Precision of estimates, in seconds. */
const STEP_SECONDS = 10;

function roundTo(seconds: number): number {
  return Math.round(seconds / STEP_SECONDS) * STEP_SECONDS;
}

/** Total progress of all imports. */
export function progressSentence(
  { count, share, isPaused, ready }: ImportSummary,
  { t, language }: PanelTranslations,
) {
  const imports = t('import.count', { count });
  if (share === null) {
    return ready === count ? t('import.countReady', { imports }) : imports;
  }
  const percent = formatPercent(language, share);
  return t(isPaused ? 'import.countPaused' : 'import.countAt', { imports, percent });
}

/** Failed and interrupted imports in one text; null without any. */
export function problemSentence(
  { failed, interrupted }: ImportSummary,
  { t }: PanelTranslations,
): string | null {
  const parts = [
    ...(failed > 0 ? [t('import.countFailed', { count: failed })] : []),
    ...(interrupted > 0 ? [t('import.countInterrupted', { count: interrupted })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : null;
}

/** Screen reader text: number and results of imports, without values that change continuously. */
export function liveText(items: readonly ImportItem[], translations: PanelTranslations): string {
  const [only, ...others] = items;
  if (!only) {
    return '';
  }
  if (others.length === 0 && (isStopped(only) || only.phase.kind === 'ready')) {
    return importStatusText(only, translations);
  }
  const summary = summaryOf(items);
  const counted = translations.t('import.count', { count: summary.count });
  const ready = summary.ready > 0 ? translations.t('import.countDone', { count: summary.ready }) : null;
  return [counted, ready, problemSentence(summary, translations)].filter((part) => part !== null).join(' · ');
}

/** Upload speed and remaining time; null while unknown. */
export function throughputText({ phase }: ImportItem, { t, language }: PanelTranslations): string | null {
  const throughput = phase.kind === 'uploading' ? phase.throughput : null;
  if (!throughput) {
    return null;
  }
  const speed = formatBytes(language, Math.round(throughput.bytesPerSecond));
  const { unit, count } = uploadTimeLeft(throughput);
  return t(`import.pace${unit}`, { speed, count });
}
