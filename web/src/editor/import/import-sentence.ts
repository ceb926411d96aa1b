import { formatBytes, formatPercent } from '@diorama/shared/i18n/format.ts';
import type { Words } from '../hooks/words.ts';
import type { ImportItem } from '../managers/import-item.ts';

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
