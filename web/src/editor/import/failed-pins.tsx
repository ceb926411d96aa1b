import { CircleAlert, X } from 'lucide-react';
import { Vector3 } from 'three';
import { IconButton } from '../../components/button/icon-button.tsx';
import { boundsOf } from '../commands/focus.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { type ImportItem, isStopped } from '../managers/imports.ts';
import classes from './import.module.css';
import { MissingFiles, useFilesFor } from './missing-files.tsx';

/** Marks in the view where a model should stand whose import came to nothing. */
export function FailedPins() {
  const { imports } = useEditorSession();
  return useStore(imports)
    .filter(isStopped)
    .map((item) => <Pin key={item.nodeId} item={item} />);
}

function Pin({ item: { nodeId, name } }: { item: ImportItem }) {
  const { editor, imports } = useEditorSession();
  const { t } = useWords();
  const { isOver, dropProps } = useFilesFor(nodeId);
  const isReadOnly = useStore(editor.isReadOnly);
  useStore(editor.scene);
  useStore(editor.camera);
  useStore(editor.camera.frame);
  const top = boundsOf(editor, [nodeId]);
  const { x, y, depth } = editor.camera.project(top.getCenter(new Vector3()));
  if (depth > 1) {
    return null;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drop target with buttons is no fieldset
    <div
      role="group"
      aria-label={t('import.failedAt', { name })}
      className={classes.pin}
      data-over={isOver || undefined}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)` }}
      {...dropProps}
    >
      <CircleAlert size={16} aria-hidden="true" className={classes.pinSign} />
      <span>{t('import.failedAt', { name })}</span>
      <MissingFiles nodeId={nodeId} />
      {!isReadOnly && (
        <IconButton
          size="small"
          tip="none"
          label={t('import.remove', { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => imports.remove(nodeId)}
        />
      )}
    </div>
  );
}
