import { isSameJson } from '@diorama/shared/scene/json.ts';
import type { NodeFilter } from '@diorama/shared/scene/nodes/define.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { SearchField } from '../../../components/field/search-field.tsx';
import { Popover } from '../../../components/popover/popover.tsx';
import primitives from '../../../components/primitives.module.css';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useNodes } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Icon } from '../../icons.tsx';
import { MAX_FOUND, nodesToAdd } from '../../queries/nodes-to-add.ts';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';
import classes from './nodes-control.module.css';

/** List of scene nodes by name, with a menu of nodes to add; deleted nodes are not shown. */
export function NodesControl(props: FieldProps<'nodes'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const { scene } = useEditor();
  const ids = idsOf(common(values));
  // Follows names and icons; deleted nodes may be restored.
  const nodes = useNodes(ids);
  const there = ids.filter((id) => scene.node(id) !== undefined);
  return (
    <Row label={label} isVector>
      <div className="flex flex-col items-start gap-1">
        {there.map((id, i) => {
          const node = nodes[i];
          const name = node?.name || t('outliner.unnamed');
          return (
            <span key={id} className={classes.node}>
              <Icon name={(node && findNodeDef(node.kind)?.inspector.icon) ?? ''} />
              <span className={primitives.ellipsis} title={name}>
                {name}
              </span>
              <IconButton
                size="small"
                label={t('nodes.remove', { name })}
                icon={<X size={16} aria-hidden="true" />}
                disabled={isDisabled}
                onClick={() =>
                  setValue(
                    props,
                    there.filter((one) => one !== id),
                  )
                }
              />
            </span>
          );
        })}
        <AddNode
          label={label}
          of={spec.of}
          without={there}
          isDisabled={isDisabled || there.length >= spec.max || common(values) === null}
          onAdd={(id) => setValue(props, [...there, id])}
        />
      </div>
    </Row>
  );
}

type AddNodeProps = {
  label: string;
  of: NodeFilter;
  without: readonly string[];
  isDisabled: boolean;
  onAdd: (id: string) => void;
};

function AddNode({ label, of, without, isDisabled, onAdd }: AddNodeProps) {
  const { t } = useEditorTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const trigger = (
    <Button
      size="small"
      icon={<Plus size={16} aria-hidden="true" />}
      disabled={isDisabled}
      aria-label={`${label}: ${t('nodes.add')}`}
    >
      {t('nodes.add')}
    </Button>
  );
  return (
    <Popover label={label} trigger={trigger} isOpen={isOpen} onOpenChange={setIsOpen}>
      <Choice of={of} without={without} onAdd={onAdd} />
    </Popover>
  );
}

function Choice({ of, without, onAdd }: Pick<AddNodeProps, 'of' | 'without' | 'onAdd'>) {
  const { t } = useEditorTranslations();
  const [text, setText] = useState('');
  const found = useNodesToAdd({ of, without, text });
  return (
    <div className={classes.choice}>
      <SearchField size="small" label={t('nodes.search')} value={text} onChange={setText} />
      <ul className="overflow-auto max-h-[16rem] p-0 m-0 list-none">
        {found.slice(0, MAX_FOUND).map(({ id, name, icon }) => (
          <li key={id}>
            <button type="button" className={classes.option} onClick={() => onAdd(id)}>
              <Icon name={icon} />
              <span className={primitives.ellipsis}>{name || t('outliner.unnamed')}</span>
            </button>
          </li>
        ))}
      </ul>
      {/* Surfaces that are missing in a list have a reason. */}
      {(found.length === 0 || of === 'surface') && (
        <p className={primitives.faint}>{t(`nodes.none.${of}`)}</p>
      )}
      {found.length > MAX_FOUND && <p className={primitives.faint}>{t('nodes.more')}</p>}
    </div>
  );
}

/** {@link nodesToAdd} for the current scene; rerenders only when the choices or their names change. */
function useNodesToAdd(wanted: Parameters<typeof nodesToAdd>[1]): ReturnType<typeof nodesToAdd> {
  const { scene } = useEditor();
  const latest = useRef<ReturnType<typeof nodesToAdd>>([]);
  return useSignalValue(() => {
    const found = nodesToAdd(scene, wanted);
    latest.current = isSameJson(found, latest.current) ? latest.current : found;
    return latest.current;
  });
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Choice of one node, or of none: a list of at most one. */
export function NodeControl({ spec, values, onChange, previewOf, ...props }: FieldProps<'node'>) {
  const listOf = (id: unknown) => (typeof id === 'string' ? [id] : []);
  const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list[0] ?? null) : null);
  return (
    <NodesControl
      {...props}
      spec={{ kind: 'nodes', max: 1, of: spec.of }}
      values={values.map(listOf)}
      onChange={(next) => onChange((before) => firstOf(next(listOf(before))))}
      previewOf={(list) => previewOf(firstOf(list))}
    />
  );
}
