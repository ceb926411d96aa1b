import { useEffect, useState } from 'react';
import hidden from '../../../components/visually-hidden.module.css';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../../hooks/use-media.ts';
import { useNodes } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './import.module.css';
import { ImportChip } from './import-chip.tsx';
import { ImportReportDialog, isWorthTelling } from './import-report.tsx';
import { newsOf } from './import-sentence.ts';
import { ImportsSheet } from './imports-sheet.tsx';
import { InterruptedNote } from './interrupted-note.tsx';
import { type ImportItem, isUnderway } from './model/import-item.ts';
import { importedFile } from './model/imported-file.ts';

/** Display time of a finished chip, in milliseconds. */
const STAY_MS = 6_000;

/** Largest number of chips before they collapse to one expandable line, as more would cover the scene. */
const MAX_CHIPS = { phone: 1, compact: 3, wide: 5 } as const;

/** All imports into the scene, by any user. */
export function ImportChips() {
  const { editor, imports } = useEditorSession();
  const translations = useEditorTranslations();
  const items = useSignalValue(imports.items);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const most = MAX_CHIPS[useLayoutSize()];
  const [isOpen, setIsOpen] = useState(false);
  const [told, setTold] = useState<ImportItem | null>(null);
  const interrupted = items.filter(({ phase }) => phase.kind === 'interrupted');
  const isOneLine = items.length > most || isOpen;
  const isBusy = items.some(({ phase }) => isUnderway(phase));
  const chips = (
    <>
      {interrupted.length > 0 && !isReadOnly && <InterruptedNote items={interrupted} />}
      {items.map((item) => (
        <ImportChip key={item.nodeId} item={item} onReport={() => setTold(item)} />
      ))}
    </>
  );
  const news = (
    <p role="status" className={hidden.hidden}>
      {newsOf(items, translations)}
    </p>
  );
  if (items.length === 0) {
    return news;
  }
  return (
    <>
      {news}
      <section className={classes.list} aria-label={translations.t('import.list')}>
        {isOneLine ? (
          <ImportsSheet items={items} isOpen={isOpen} onOpenChange={setIsOpen}>
            {chips}
          </ImportsSheet>
        ) : (
          chips
        )}
        {items.filter(isQuietlyDone).map(({ nodeId }) => (
          // In the single line, finished imports stay counted until all are finished.
          <Leaving key={nodeId} nodeId={nodeId} isHeld={isOneLine && isBusy} />
        ))}
        {told && <Report item={told} onClose={() => setTold(null)} />}
      </section>
    </>
  );
}

function isQuietlyDone({ phase }: ImportItem): boolean {
  return phase.kind === 'ready' && !phase.question && !isWorthTelling(phase.report);
}

/** Removes a finished import from the list after a delay. */
function Leaving({ nodeId, isHeld }: { nodeId: string; isHeld: boolean }) {
  const { imports } = useEditorSession();
  useEffect(() => {
    if (isHeld) {
      return;
    }
    const timer = setTimeout(() => imports.dismiss(nodeId), STAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld, imports, nodeId]);
  return null;
}

function Report({ item: { nodeId, name }, onClose }: { item: ImportItem; onClose: () => void }) {
  const { assets } = useEditorSession();
  const [node] = useNodes([nodeId]);
  const asset = useSignalValue(assets.byIri).get(importedFile(node) ?? '');
  return asset ? <ImportReportDialog nodeId={nodeId} name={name} asset={asset} onClose={onClose} /> : null;
}
