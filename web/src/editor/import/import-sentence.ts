import { formatBytes, formatPercent } from '@diorama/shared/i18n/format.ts';
import type { Words } from '../hooks/words.ts';
import { type ImportItem, isStopped } from '../managers/import-item.ts';
import { type ImportSummary, summaryOf } from './import-summary.ts';

/** What is said of an import. */
export function sentenceOf({ name, phase }: ImportItem, { t, language }: Words): string {
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
      return t('import.converting', { name, percent: formatPercent(language, phase.share) });
    case 'queued':
      return phase.position === null || phase.position < 1
        ? t('import.queued', { name })
        : t('import.queuedAt', { name, position: phase.position });
    case 'failed':
      return t('import.failed', { name, reason: phase.reason ?? t('import.noConnection') });
    default:
      return t(`import.${phase.kind}`, { name });
  }
}

/** How far all imports are together. */
export function progressSentence({ count, share, isPaused, ready }: ImportSummary, { t, language }: Words) {
  const imports = t('import.count', { count });
  if (share === null) {
    return ready === count ? t('import.countReady', { imports }) : imports;
  }
  const percent = formatPercent(language, share);
  return t(isPaused ? 'import.countPaused' : 'import.countAt', { imports, percent });
}

/** What has come to nothing among all imports; null where nothing has. */
export function troubleSentence({ failed, interrupted }: ImportSummary, { t }: Words): string | null {
  const parts = [
    ...(failed > 0 ? [t('import.countFailed', { count: failed })] : []),
    ...(interrupted > 0 ? [t('import.countInterrupted', { count: interrupted })] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : null;
}

/** What is read aloud: how many imports there are, and what has become of them, without what changes all the time. */
export function newsOf(items: readonly ImportItem[], words: Words): string {
  const [only, ...others] = items;
  if (!only) {
    return '';
  }
  if (others.length === 0 && (isStopped(only) || only.phase.kind === 'ready')) {
    return sentenceOf(only, words);
  }
  const summary = summaryOf(items);
  const counted = words.t('import.count', { count: summary.count });
  const ready = summary.ready > 0 ? words.t('import.countDone', { count: summary.ready }) : null;
  return [counted, ready, troubleSentence(summary, words)].filter((part) => part !== null).join(' · ');
}

/** How fast an upload is and how long it still takes; null while nobody knows. */
export function paceSentence({ phase }: ImportItem, { t, language }: Words): string | null {
  const pace = phase.kind === 'uploading' ? phase.pace : null;
  if (!pace) {
    return null;
  }
  const speed = formatBytes(language, Math.round(pace.bytesPerSecond));
  const minutes = Math.round(pace.secondsLeft / 60);
  return pace.secondsLeft < 90
    ? t('import.paceSeconds', { speed, count: pace.secondsLeft })
    : t('import.paceMinutes', { speed, count: minutes });
}
