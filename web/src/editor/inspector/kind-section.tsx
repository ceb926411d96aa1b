import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { InspectorField } from '@diorama/shared/scene/nodes/define.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { Fragment } from 'react';
import { Button } from '../../components/button/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { isEnabled, labelOf } from '../actions/action.ts';
import { getAction } from '../actions/index.ts';
import { deleteSelection } from '../commands/selection.ts';
import { lacksComponent } from '../features/components/model/components.ts';
import { FloorAreaRow } from '../features/walls/floor-area.tsx';
import { PlanLengthRow } from '../features/walls/plan-length.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { useNodes, useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { isFieldActive } from '../kernels/is-field-active.ts';
import { withProp } from '../kernels/scene-preview.ts';
import { createPropFit, propPatches } from '../queries/prop-fit.ts';
import { shownCopies } from '../queries/shown-copies.ts';
import { FieldMark } from './field-mark.tsx';
import { Field } from './fields/field.tsx';
import classes from './fields.module.css';
import { Section } from './section.tsx';
import { usePatch } from './use-patch.ts';

const MissingGlyphsNote = lazyPart(
  async () => (await import('./missing-glyphs-note.tsx')).MissingGlyphsNote,
  { place: 'panel', isAhead: true },
);

/** Fields of the node kind, generated from its definition. */
export function KindSection({ ids, kind }: { ids: readonly string[]; kind: SceneNode['kind'] }) {
  const { t } = useEditorTranslations();
  const nodes = useNodes(ids);
  const def = findNodeDef(kind);
  if (!def || (def.inspector.fields.length === 0 && !def.inspector.actions)) {
    return null;
  }
  // Definitions are typed by kind; this section renders the fields of any kind.
  const fields: readonly InspectorField[] = def.inspector.fields;
  const shown = fields.filter((field) => nodes.every(({ props }) => isFieldActive(field, props)));
  const [first = '', ...others] = ids;
  return (
    <Section title={t(def.inspector.label)}>
      {others.length === 0 && <PlanLengthRow id={first} />}
      {others.length === 0 && <FloorAreaRow id={first} />}
      {others.length === 0 && <AnnotationCheckNote id={first} />}
      {others.length === 0 && <RepeatNote id={first} />}
      {others.length === 0 && <MissingComponentNote id={first} />}
      {shown.map((field) => (
        <Fragment key={field.key}>
          <FieldMark ids={ids} field={`props.${field.key}`}>
            <KindField ids={ids} field={field} />
          </FieldMark>
          {field.kind === 'text' && others.length === 0 && <MissingGlyphs id={first} />}
        </Fragment>
      ))}
      {def.inspector.actions && <KindActions actions={def.inspector.actions} />}
    </Section>
  );
}

/** Lists the characters of a text that are drawn as boxes. */
function MissingGlyphs({ id }: { id: string }) {
  const { missingGlyphs } = useEditor();
  return useSignalValue(missingGlyphs).has(id) && <MissingGlyphsNote id={id} />;
}

/** Actions of the node kind; those for a single node are hidden for several. */
function KindActions({ actions }: { actions: readonly string[] }) {
  const editor = useEditor();
  const translations = useEditorTranslations();
  useSignalValue(editor.isReadOnly);
  const isPossible = (id: string) => isEnabled(getAction(id), editor);
  // Joined to one string, so that it changes only when an action becomes available or unavailable.
  const possible = useScene(() => actions.filter(isPossible).join());
  return (
    <div className={classes.buttons}>
      {possible
        .split(',')
        .filter(Boolean)
        .map(getAction)
        .map((action) => (
          <Button key={action.id} size="small" onClick={() => action.perform({ editor, translations })}>
            {labelOf(action, translations)}
          </Button>
        ))}
    </div>
  );
}

function KindField({ ids, field }: { ids: readonly string[]; field: InspectorField }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const nodes = useNodes(ids);
  const isFixed = useIsLocked(ids);
  const patch = usePatch(ids);
  const [first = '', ...others] = ids;
  const change = (next: (before: unknown) => unknown) =>
    patch.changeAll(() => propPatches(editor, ids, { key: field.key, next }));
  return (
    <Field
      spec={field}
      label={t(field.label)}
      values={nodes.map(({ props }): unknown => Reflect.get(props, field.key))}
      ids={ids}
      isDisabled={isFixed}
      fit={
        others.length === 0 ? (value) => Number(createPropFit(editor)(first, field.key, value)) : undefined
      }
      onChange={change}
      onCommit={patch.commit}
      onCancel={patch.cancel}
      previewOf={(next) => ({ nodes: { ids, as: withProp(field.key, next) } })}
    />
  );
}

/** Warns that the file below an annotation was replaced; empty otherwise. */
function AnnotationCheckNote({ id }: { id: string }) {
  const { t } = useEditorTranslations();
  const [node] = useNodes([id]);
  return node?.kind === 'annotation' && node.props.toCheck ? (
    <p className={classes.note} role="status">
      {t('annotation.toCheck')}
    </p>
  ) : null;
}

/** Explains why an instance without its component shows nothing; nothing for other nodes. */
function MissingComponentNote({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked([id]);
  const isMissing = useScene(() => lacksComponent(editor, id));
  return isMissing ? (
    <>
      <p className={classes.note} role="status">
        {t('inspector.noComponent')}
      </p>
      <div className={classes.buttons}>
        <Button size="small" disabled={isFixed} onClick={() => deleteSelection(editor)}>
          {t('action.delete')}
        </Button>
      </div>
    </>
  ) : null;
}

/** Number of copies of a repeat, where it shows fewer than its pattern asks for; empty otherwise. */
function RepeatNote({ id }: { id: string }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const missing = useScene(() => {
    const copies = shownCopies(editor, id);
    return copies && copies.shown < copies.wanted ? `${copies.shown}/${copies.wanted}` : null;
  });
  const [shown, wanted] = (missing ?? '').split('/').map(Number);
  return missing !== null ? (
    <p className={classes.note} role="status">
      {t('repeat.fewer', { shown: shown ?? 0, wanted: wanted ?? 0 })}
    </p>
  ) : null;
}
