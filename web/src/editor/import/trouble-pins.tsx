import { CircleAlert, RotateCw, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Vector3 } from 'three';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { boundsOf } from '../commands/focus.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { needsFiles } from '../managers/import-item.ts';
import { pinned, type Trouble } from '../managers/troubles.ts';
import classes from './import.module.css';
import { MissingFiles, useFilesFor } from './missing-files.tsx';

/** Marks in the view where something should be seen whose import came to nothing, or whose files could not be loaded. */
export function TroublePins() {
  const { troubles } = useEditorSession();
  const all = useStore(troubles);
  const shown = useMemo(() => pinned(all), [all]);
  return shown.map((trouble) =>
    trouble.unloaded.length > 0 ? (
      <UnloadedPin key={trouble.nodeId} trouble={trouble} />
    ) : (
      <ImportPin key={trouble.nodeId} trouble={trouble} />
    ),
  );
}

function ImportPin({ trouble }: { trouble: Trouble }) {
  const { nodeId } = trouble;
  const { editor, imports } = useEditorSession();
  const { t } = useWords();
  const { isOver, dropProps } = useFilesFor(nodeId);
  const item = useStore(imports).find((known) => known.nodeId === nodeId);
  const takesFiles = item !== undefined && needsFiles(item);
  const isInterrupted = item?.phase.kind === 'interrupted';
  const isReadOnly = useStore(editor.isReadOnly);
  const name = trouble.name || t('outliner.unnamed');
  return (
    <Pin
      nodeId={nodeId}
      text={t(isInterrupted ? 'import.interruptedAt' : 'import.failedAt', { name })}
      isOver={isOver}
      {...(takesFiles ? dropProps : {})}
    >
      {takesFiles && <MissingFiles nodeId={nodeId} />}
      {!isReadOnly && (
        <IconButton
          size="small"
          tip="none"
          label={t('import.remove', { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => imports.remove(nodeId)}
        />
      )}
    </Pin>
  );
}

function UnloadedPin({ trouble }: { trouble: Trouble }) {
  const { nodeId, unloaded } = trouble;
  const { assets } = useEditorSession();
  const { t } = useWords();
  const name = trouble.name || t('outliner.unnamed');
  return (
    <Pin nodeId={nodeId} text={t('load.failedAt', { name })}>
      <Button
        size="small"
        icon={<RotateCw size={16} aria-hidden="true" />}
        onClick={() => unloaded.forEach(assets.retry)}
      >
        {t('import.retry')}
      </Button>
    </Pin>
  );
}

type PinProps = Partial<ReturnType<typeof useFilesFor>['dropProps']> & {
  nodeId: string;
  text: string;
  isOver?: boolean;
  children: ReactNode;
};

function Pin({ nodeId, text, isOver = false, children, ...dropProps }: PinProps) {
  const { editor } = useEditorSession();
  useStore(editor.scene);
  useStore(editor.camera);
  useStore(editor.camera.frame);
  const { x, y, depth } = editor.camera.project(boundsOf(editor, [nodeId]).getCenter(new Vector3()));
  if (depth > 1) {
    return null;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drop target with buttons is no fieldset
    <div
      role="group"
      aria-label={text}
      className={classes.pin}
      data-over={isOver || undefined}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)` }}
      {...dropProps}
    >
      <CircleAlert size={16} aria-hidden="true" className={classes.pinSign} />
      <span>{text}</span>
      {children}
    </div>
  );
}
