import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Confirm } from '../../../components/modal/modal.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import rows from '../values/values.module.css';
import { type SceneComponent, sceneComponents } from './model/components.ts';
import { type ComponentLibrary, useComponentLibrary } from './use-component-library.ts';
import { type Update, updatesOf, useUpdates } from './use-updates.ts';

/** The newer version of a component, if there is one, with its note. */
export function UpdateRow({ component, library }: { component: SceneComponent; library: ComponentLibrary }) {
  const { t } = useTranslations('components');
  const [update] = updatesOf([component], library);
  if (!update) {
    return null;
  }
  const { number, note } = update.newest;
  return (
    <>
      <div className={rows.change}>
        <span className={rows.changeText}>{t('components.newer', { number })}</span>
        <UpdateButton
          library={library}
          updates={[update]}
          text={t('components.update')}
          label={t('components.update.one', { name: component.name })}
        />
      </div>
      {note !== null && (
        <p className={fields.note} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** The newer version of the component that an instance shows. */
export function InstanceUpdate({ instance }: { instance: string }) {
  const editor = useEditor();
  const library = useComponentLibrary();
  const text = useSignalValue(() => {
    const node = editor.scene.node(instance);
    const shown = node?.kind === 'instance' ? node.props.component : null;
    return JSON.stringify(sceneComponents(editor).find(({ id }) => id === shown) ?? null);
  });
  const component = JSON.parse(text) as SceneComponent | null;
  return component && <UpdateRow component={component} library={library} />;
}

/** Updates components, and asks first where changes of the scene would be replaced. */
export function UpdateButton({
  library,
  updates,
  text,
  label,
}: {
  library: ComponentLibrary;
  updates: readonly Update[];
  text: string;
  label?: string;
}) {
  const isReadOnly = useSignalValue(useEditor().isReadOnly);
  const { t } = useTranslations('components');
  const { isBusy, update, asked, confirm, cancel } = useUpdates(library);
  return (
    <>
      <NetworkButton
        size="small"
        aria-label={label}
        isLoading={isBusy}
        disabled={isReadOnly}
        onClick={() => update(updates)}
      >
        {text}
      </NetworkButton>
      {asked && (
        <Confirm
          title={t('components.update.title')}
          text={t('components.update.text', { names: asked.names })}
          confirmLabel={t('components.update')}
          isDangerous
          isLocal
          onConfirm={confirm}
          onClose={cancel}
        />
      )}
    </>
  );
}
