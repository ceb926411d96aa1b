import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Dropdown } from '../../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../../components/menu/menu-items.ts';
import { Confirm } from '../../../components/modal/modal.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import { NameField } from '../values/row-controls.tsx';
import rows from '../values/values.module.css';
import {
  canDelete,
  deleteComponent,
  placeInstance,
  type SceneComponent,
  sceneComponents,
} from './model/components.ts';
import { UpdateButton, UpdateRow } from './update-row.tsx';
import { type ComponentLibrary, useComponentLibrary } from './use-component-library.ts';
import { updatesOf } from './use-updates.ts';

/** The components of the scene with their number of instances. */
export function ComponentsPanel() {
  const editor = useEditor();
  const { t } = useTranslations('components');
  // Joined to one string, so that other edits do not render the panel.
  const text = useSignalValue(() => JSON.stringify(sceneComponents(editor)));
  const components = JSON.parse(text) as readonly SceneComponent[];
  const library = useComponentLibrary();
  const updates = updatesOf(components, library);
  return (
    <>
      {updates.length > 1 && (
        <UpdateButton
          library={library}
          updates={updates}
          text={t('components.updateAll', { count: updates.length })}
        />
      )}
      {components.length === 0 && <p className={fields.note}>{t('components.empty')}</p>}
      <ol className={rows.rows}>
        {components.map((component) => (
          <li key={component.id}>
            <ComponentRow component={component} library={library} />
            <UpdateRow component={component} library={library} />
          </li>
        ))}
      </ol>
    </>
  );
}

type RowProps = { component: SceneComponent; library: ComponentLibrary };

function ComponentRow({ component, library }: RowProps) {
  const { id, name, count } = component;
  const editor = useEditor();
  const { t } = useTranslations('components');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  return (
    <div className={rows.line}>
      <NameField
        label={t('components.name', { name })}
        value={name}
        isDisabled={isReadOnly}
        onCommit={(next) => editor.edit(() => updateNode(editor.ydoc, id, { name: next }))}
      />
      <span>{t('components.count', { count })}</span>
      <IconButton
        size="small"
        label={t('components.place', { name })}
        icon={<Plus size={16} aria-hidden="true" />}
        disabled={isReadOnly}
        onClick={() => placeInstance(editor, id)}
      />
      <ComponentMenu component={component} library={library} />
    </div>
  );
}

function ComponentMenu({ component: { id, name, count, link }, library }: RowProps) {
  const editor = useEditor();
  const { t } = useTranslations('components');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [isDeleting, setIsDeleting] = useState(false);
  const menu = t('components.menu', { name });
  const select = () => {
    const ids = Object.entries(editor.scene.document.value.nodes).flatMap(([node, one]) =>
      one.kind === 'instance' && one.props.component === id ? [node] : [],
    );
    editor.selection.set(ids);
  };
  const remove = () => {
    if (!canDelete(editor, id)) {
      editor.ui.notify('component.full');
    } else if (count > 0) {
      setIsDeleting(true);
    } else {
      deleteComponent(editor, id);
    }
  };
  const save: MenuItem = {
    key: 'save',
    label: t(library.newest(link?.item) ? 'components.save.update' : 'components.save'),
    onSelect: () => editor.ui.change({ overlay: 'saveComponent', savedComponent: id }),
  };
  const items: MenuItem[] = [
    { key: 'select', label: t('components.select'), isDisabled: count === 0, onSelect: select },
    ...(library.canSave ? [save] : []),
    { kind: 'separator', key: 'end' },
    { key: 'delete', label: t('components.delete'), isDangerous: true, onSelect: remove },
  ];
  return (
    <>
      <Dropdown
        label={menu}
        items={items}
        trigger={(props) => (
          <IconButton
            {...props}
            size="small"
            label={menu}
            disabled={isReadOnly}
            icon={<Ellipsis size={16} aria-hidden="true" />}
          />
        )}
      />
      {isDeleting && (
        <Confirm
          title={t('components.delete.title', { name })}
          text={t('components.delete.text', { count })}
          confirmLabel={t('components.delete')}
          isDangerous
          isLocal
          onConfirm={() => deleteComponent(editor, id)}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
