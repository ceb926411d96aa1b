import { formatPercent } from '@diorama/shared/i18n/format.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Check, CircleAlert, FileText, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { Words } from '../hooks/words.ts';
import { quantityOf, showQuantity } from '../kernels/quantity.ts';
import { type ImportItem, isStopped, type ScaleSuggestion } from '../managers/imports.ts';
import classes from './import.module.css';
import { ImportReportDialog, isWorthTelling } from './import-report.tsx';
import { MissingFiles, useFilesFor } from './missing-files.tsx';

/** How long a chip that is done stays, in milliseconds. */
const STAY_MS = 6_000;

/** Everything that is on its way into the scene, whoever brings it. */
export function ImportChips() {
  const { editor, imports, assets } = useEditorSession();
  const { t } = useWords();
  const items = useStore(imports);
  const known = useStore(assets);
  const { nodes } = useStore(editor.scene);
  const [told, setTold] = useState<ImportItem | null>(null);
  const toldNode = told ? nodes[told.nodeId] : undefined;
  const asset = toldNode ? known.get(fileOf(toldNode)?.asset ?? '') : undefined;
  if (items.length === 0) {
    return null;
  }
  return (
    <section className={classes.list} aria-label={t('import.list')} aria-live="polite">
      {items.map((item) => (
        <Chip key={item.nodeId} item={item} onReport={() => setTold(item)} />
      ))}
      {told && asset && <ImportReportDialog name={told.name} asset={asset} onClose={() => setTold(null)} />}
    </section>
  );
}

function Chip({ item, onReport }: { item: ImportItem; onReport: () => void }) {
  const { editor, imports } = useEditorSession();
  const words = useWords();
  const { t } = words;
  const isReadOnly = useStore(editor.isReadOnly);
  const { nodeId, name, phase } = item;
  const isQuietlyDone = phase.kind === 'ready' && !phase.suggestion && !isWorthTelling(phase.report);
  useEffect(() => {
    if (!isQuietlyDone) {
      return;
    }
    const timer = setTimeout(() => imports.dismiss(nodeId), STAY_MS);
    return () => clearTimeout(timer);
  }, [isQuietlyDone, imports, nodeId]);

  const isDone = phase.kind === 'ready';
  const hasStopped = isStopped(item);
  const needsFiles = phase.kind === 'interrupted' || (phase.kind === 'failed' && !phase.canRetry);
  const { isOver, dropProps } = useFilesFor(nodeId);
  const share = phase.kind === 'uploading' || phase.kind === 'converting' ? phase.share : null;
  const label = sentenceOf(item, words);
  return (
    <div
      className={classes.chip}
      data-kind={phase.kind}
      data-over={isOver || undefined}
      {...(hasStopped ? dropProps : {})}
    >
      {isDone ? (
        <Check size={16} aria-hidden="true" />
      ) : hasStopped ? (
        <CircleAlert size={16} aria-hidden="true" />
      ) : (
        <Spinner />
      )}
      <div className={classes.chipBody}>
        <span className={classes.chipText}>{label}</span>
        {!isDone && !hasStopped && <ProgressBar share={share} label={label} />}
        {isDone && phase.suggestion && <ScaleChoice item={item} suggestion={phase.suggestion} />}
        {isDone && isWorthTelling(phase.report) && (
          <Button size="small" icon={<FileText size={16} aria-hidden="true" />} onClick={onReport}>
            {t('import.report')}
          </Button>
        )}
        {phase.kind === 'failed' && phase.canRetry && (
          <Button
            size="small"
            icon={<RotateCw size={16} aria-hidden="true" />}
            onClick={() => imports.retry(nodeId)}
          >
            {t('import.retry')}
          </Button>
        )}
        {needsFiles && <MissingFiles nodeId={nodeId} />}
      </div>
      {(isDone || !isReadOnly) && (
        <IconButton
          size="small"
          tip="none"
          label={
            isDone
              ? t('import.dismiss', { name })
              : hasStopped
                ? t('import.remove', { name })
                : t('import.cancel', { name })
          }
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => (isDone ? imports.dismiss(nodeId) : imports.remove(nodeId))}
        />
      )}
    </div>
  );
}

function ScaleChoice({ item, suggestion }: { item: ImportItem; suggestion: ScaleSuggestion }) {
  const { editor, imports } = useEditorSession();
  const { t } = useWords();
  const quantity = quantityOf('metres', useStore(editor.scene).unit);
  const size = `${showQuantity(suggestion.size, quantity)} ${quantity.suffix}`;
  const isHuge = suggestion.factor < 1;
  return (
    <>
      <span className={classes.chipNote}>
        {t(isHuge ? 'import.hugeModel' : 'import.tinyModel', { name: item.name, size })}
      </span>
      <span className={classes.chipButtons}>
        <Button size="small" variant="primary" onClick={() => imports.applyScale(item.nodeId, suggestion)}>
          {t(isHuge ? 'import.scaleDown' : 'import.scaleUp')}
        </Button>
        <Button size="small" onClick={() => imports.dismiss(item.nodeId)}>
          {t('import.keep')}
        </Button>
      </span>
    </>
  );
}

function sentenceOf({ name, phase }: ImportItem, { t, language }: Words): string {
  switch (phase.kind) {
    case 'uploading':
      return t('import.uploading', { name, percent: formatPercent(language, phase.share) });
    case 'converting':
      return t('import.converting', { name, percent: formatPercent(language, phase.share) });
    case 'queued':
      return phase.position === null || phase.position < 1
        ? t('import.queued', { name })
        : t('import.queuedAt', { name, position: phase.position });
    case 'failed':
      return t('import.failed', { name, reason: phase.reason ?? t('import.offline') });
    default:
      return t(`import.${phase.kind}`, { name });
  }
}
