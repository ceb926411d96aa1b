import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useScene } from '../../hooks/use-scene.ts';
import fields from '../../inspector/fields.module.css';
import { ChangeList } from '../values/change-list.tsx';
import { overridesOf, revert } from './model/components.ts';
import { InstanceUpdate } from './update-row.tsx';

/** The overrides of an instance, or of one node in it; each can be reverted. */
export function OverridesList({ node }: { node: string }) {
  const editor = useEditor();
  const { t } = useTranslations('components');
  useScene(({ nodes }) => nodes);
  const overrides = overridesOf(editor, node);
  const name = editor.scene.node(node)?.name ?? '';
  if (!overrides) {
    return null;
  }
  return (
    <div className={fields.head}>
      {node === overrides.instance && <InstanceUpdate instance={node} />}
      <ChangeList
        values={overrides.values}
        name={name}
        texts={{ title: t('components.overrides'), none: t('components.overrides.none') }}
        removeLabel={(field, owner) => t('components.revert', { field, name: owner })}
        onRemove={(path) =>
          revert(editor, { instance: overrides.instance, values: { [path]: overrides.values[path] } })
        }
      />
    </div>
  );
}
