import type { TourStop } from '@diorama/shared/scene/annotations.ts';
import { choicesOf } from '@diorama/shared/scene/nodes/choices.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { LONGEST_STOP, TOUR_STARTS } from '@diorama/shared/scene/tour.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import primitives from '../../../components/primitives.module.css';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useTour } from '../../hooks/use-tour.ts';
import { useVirtualRows } from '../../hooks/use-virtual-rows.ts';
import { Icon } from '../../icons.tsx';
import { MarkerIcon } from '../../inspector/fields/icon-control.tsx';
import { type ValueField, ValueRows } from '../../inspector/value-rows.tsx';
import type { AnnotateTool } from './annotate-tool.ts';
import { goToAnnotation, moveInTour } from './model/annotations.ts';
import classes from './tour-panel.module.css';

const START: ValueField = {
  path: 'tour.start',
  label: 'scene.tour.start',
  kind: 'select',
  options: choicesOf('scene.tour', TOUR_STARTS),
};

const LED: readonly ValueField[] = [
  {
    ...{ path: 'tour.seconds', label: 'scene.tour.seconds', kind: 'number', unit: 'seconds' },
    ...{ min: 1, max: LONGEST_STOP, step: 1 },
  },
  { path: 'tour.loop', label: 'scene.tour.loop', kind: 'boolean' },
];

const ROW_HEIGHT = 32;
/** Marks a drag of a tour stop. */
const DRAG_TYPE = 'application/x-diorama-stop';

/** Annotations in tour order; a drag reorders them. */
export function TourPanel({ tool }: { tool: AnnotateTool }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const stops = useTour();
  const selected = useSignalValue(editor.selection.ids);
  const scroller = useRef<HTMLOListElement>(null);
  const { first, last } = useVirtualRows({ scroller, count: stops.length, rowHeight: ROW_HEIGHT });
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    tool.title = t('node.annotation');
  }, [tool, t]);
  const handleDrop = (event: DragEvent, before: string | null) => {
    const id = event.dataTransfer.getData(DRAG_TYPE);
    setTarget(null);
    if (id !== '') {
      event.preventDefault();
      moveInTour(editor, id, before);
    }
  };
  return (
    <section className={classes.panel} aria-label={t('tour.title')}>
      <p className="px-3 py-2 text-(--text-2)">{t(stops.length === 0 ? 'tour.empty' : 'tour.title')}</p>
      <ol
        ref={scroller}
        className="overflow-auto max-h-[10rem] px-1 pt-0 pb-1 m-0 list-none"
        hidden={stops.length === 0}
        onDragOver={(event) => event.dataTransfer.types.includes(DRAG_TYPE) && event.preventDefault()}
        onDrop={(event) => handleDrop(event, null)}
      >
        <li aria-hidden="true" style={{ height: first * ROW_HEIGHT }} />
        {stops.slice(first, last).map((stop, i) => (
          <Row
            key={stop.id}
            stop={stop}
            isSelected={selected.includes(stop.id)}
            isTarget={target === stop.id}
            before={stops[first + i - 1]?.id ?? null}
            afterNext={stops[first + i + 2]?.id ?? null}
            isLast={stop.number === stops.length}
            onTarget={setTarget}
            onDrop={handleDrop}
          />
        ))}
        <li aria-hidden="true" style={{ height: (stops.length - last) * ROW_HEIGHT }} />
      </ol>
      {stops.length > 0 && <TourSettings />}
    </section>
  );
}

type RowProps = {
  stop: TourStop;
  isSelected: boolean;
  isTarget: boolean;
  /** Neighbours, for moves without a pointer. */
  before: string | null;
  afterNext: string | null;
  isLast: boolean;
  onTarget: (id: string | null) => void;
  onDrop: (event: DragEvent, before: string | null) => void;
};

function Row({ stop, isSelected, isTarget, before, afterNext, isLast, onTarget, onDrop }: RowProps) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const { id, number, node } = stop;
  const name = node.name || t('node.annotation');
  return (
    <li
      className={classes.row}
      data-selected={isSelected || undefined}
      data-target={isTarget || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAG_TYPE, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragEnd={() => onTarget(null)}
      onDragOver={() => onTarget(id)}
      onDrop={(event) => {
        event.stopPropagation();
        onDrop(event, id);
      }}
    >
      <button
        type="button"
        className="flex min-w-0 h-full items-center gap-2 px-2 py-0 text-start"
        onClick={() => goToAnnotation(editor, id)}
      >
        <span className="min-w-[2em] text-(--text-3) tabular-nums">{number}</span>
        {node.props.icon !== '' && <MarkerIcon icon={node.props.icon} />}
        <span className={primitives.ellipsis}>{name}</span>
        {node.props.tags.length > 0 && (
          <span
            className="flex overflow-hidden max-w-1/2 flex-none gap-1 ms-auto"
            title={node.props.tags.join(', ')}
          >
            {node.props.tags.map((tag) => (
              <span key={tag} className="px-1 py-0 rounded-[4px] bg-(--surface-3) text-(--text-2) truncate">
                {tag}
              </span>
            ))}
          </span>
        )}
        {node.props.toCheck && (
          <span role="img" className="grid flex-none text-(--warning)" aria-label={t('annotation.toCheck')}>
            <Icon name="triangle-alert" />
          </span>
        )}
      </button>
      <IconButton
        size="small"
        label={t('tour.earlier', { name })}
        icon={<Icon name="arrow-up" />}
        disabled={before === null}
        onClick={() => moveInTour(editor, id, before)}
      />
      <IconButton
        size="small"
        label={t('tour.later', { name })}
        icon={<Icon name="arrow-down" />}
        disabled={isLast}
        onClick={() => moveInTour(editor, id, afterNext)}
      />
    </li>
  );
}

/** Tour settings for visitors. */
function TourSettings() {
  const editor = useEditor();
  const tour = useScene((scene) => scene.tour);
  const fields = tour.start === 'auto' ? [START, ...LED] : [START];
  return (
    <div className="grid px-3 pt-2 pb-3 border-t border-(--hairline) gap-2">
      <ValueRows
        fields={fields}
        source={{ tour }}
        onWrite={(patch) => updateScene(editor.ydoc, patch)}
        previewOf={(patch) => ({ scene: patch })}
      />
    </div>
  );
}
