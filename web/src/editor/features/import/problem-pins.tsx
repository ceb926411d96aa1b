import { CircleAlert, RotateCw, X } from 'lucide-react';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Vector3 } from 'three';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { spreadPins } from '../../kernels/spread-pins.ts';
import { boundsOf } from '../../queries/bounds-of.ts';
import classes from './import.module.css';
import { MissingFiles, useFilesFor } from './missing-files.tsx';
import { canRetryImport, needsFiles } from './model/import-item.ts';
import { type NodeProblem, pinned } from './model/node-problems.ts';
import { RetryButton } from './retry-button.tsx';

/** Size of a pin before it is rendered. */
const UNDRAWN: PinSize = { width: 0, height: 0 };

/** Pins in the view for nodes whose import failed or whose files could not be loaded. */
export function ProblemPins() {
  const { nodeProblems } = useEditorSession();
  const all = useSignalValue(nodeProblems.byNode);
  const shown = useMemo(() => pinned(all), [all]);
  const { placeOf, onSize } = usePinPlaces(shown.map(({ nodeId }) => nodeId));
  return shown.map((problem) => {
    const { nodeId, unloaded } = problem;
    const OwnPin = unloaded.length > 0 ? UnloadedPin : ImportPin;
    const place = placeOf(nodeId);
    return place && <OwnPin key={nodeId} problem={problem} place={place} onSize={onSize} />;
  });
}

type OwnPinProps = Pick<PinProps, 'place' | 'onSize'> & { problem: NodeProblem };

function ImportPin({ problem, ...placing }: OwnPinProps) {
  const { nodeId } = problem;
  const { editor, imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const { isOver, dropProps } = useFilesFor(nodeId);
  const item = useSignalValue(imports.items).find((known) => known.nodeId === nodeId);
  const takesFiles = item !== undefined && needsFiles(item);
  const isInterrupted = item?.phase.kind === 'interrupted';
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const name = problem.name || t('outliner.unnamed');
  return (
    <Pin
      nodeId={nodeId}
      text={t(isInterrupted ? 'import.interruptedAt' : 'import.failedAt', { name })}
      isOver={isOver}
      {...placing}
      {...(takesFiles ? dropProps : {})}
    >
      {item && canRetryImport(item) && <RetryButton nodeId={nodeId} />}
      {takesFiles && <MissingFiles nodeId={nodeId} />}
      {!isReadOnly && (
        <IconButton
          size="small"
          label={t('import.remove', { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => imports.remove(nodeId)}
        />
      )}
    </Pin>
  );
}

function UnloadedPin({ problem, ...placing }: OwnPinProps) {
  const { nodeId, unloaded } = problem;
  const { assets } = useEditorSession();
  const { t } = useEditorTranslations();
  const name = problem.name || t('outliner.unnamed');
  return (
    <Pin nodeId={nodeId} text={t('load.failedAt', { name })} {...placing}>
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
  place: PinPlace;
  onSize: (nodeId: string, size: PinSize) => void;
  isOver?: boolean;
  children: ReactNode;
};

function Pin({ nodeId, text, place: { x, y }, onSize, isOver = false, children, ...dropProps }: PinProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) {
      return;
    }
    const observer = new ResizeObserver(() =>
      onSize(nodeId, { width: current.offsetWidth, height: current.offsetHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [nodeId, onSize]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drop target with buttons is no fieldset
    <div
      ref={element}
      role="group"
      aria-label={text}
      className={classes.pin}
      data-over={isOver || undefined}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)` }}
      {...dropProps}
    >
      <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-(--error)" />
      <span className="overflow-hidden text-ellipsis">{text}</span>
      {children}
    </div>
  );
}

/** Centre of a pin, in viewport pixels. */
type PinPlace = { x: number; y: number };

/** Rendered size of a pin, in pixels. */
type PinSize = { width: number; height: number };

/** Places pins for nodes in the view without overlaps; `placeOf` is undefined for nodes behind the camera. */
function usePinPlaces(nodeIds: readonly string[]) {
  const { editor } = useEditorSession();
  useSignalValue(editor.scene.document);
  useSignalValue(editor.camera.pose);
  const { width, height, insets } = useSignalValue(editor.camera.frame);
  const [sizes, setSizes] = useState<ReadonlyMap<string, PinSize>>(new Map());
  const onSize = useCallback(
    (nodeId: string, size: PinSize) => setSizes((before) => new Map(before).set(nodeId, size)),
    [],
  );
  const pins = nodeIds.flatMap((id) => {
    const { x, y, depth } = editor.camera.project(boundsOf(editor, [id]).getCenter(new Vector3()));
    return depth > 1 ? [] : [{ id, x, y, ...(sizes.get(id) ?? UNDRAWN) }];
  });
  const { left, top, right, bottom } = insets;
  const room = { left, top, right: width - right, bottom: height - bottom };
  const places = new Map<string, PinPlace>(spreadPins(pins, room).map((pin) => [pin.id, pin]));
  return { placeOf: (nodeId: string) => places.get(nodeId) ?? null, onSize };
}
