import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { isNoticed } from '../../../api/client.ts';
import { Button } from '../../../components/button/button.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { FormDialog } from '../../../components/modal/form-dialog.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useForm } from '../../../hooks/use-form.ts';
import { useT } from '../../../hooks/use-language.tsx';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { sceneComponents } from './model/components.ts';
import { contentOf, countMissingFiles } from './model/library-components.ts';
import { type ComponentLibrary, useComponentLibrary } from './use-component-library.ts';

const MAX_NAME = 120;
const MAX_NOTE = 500;

/** Saves a component to the library, or the next version of one that is there. */
export function SaveComponent({ component, onClose }: { component: string; onClose: () => void }) {
  const editor = useEditor();
  const { t } = useTranslations('components');
  const library = useComponentLibrary();
  const text = useSignalValue(() => {
    const found = sceneComponents(editor).find(({ id }) => id === component);
    return found ? JSON.stringify([found.name, found.link]) : null;
  });
  if (text === null) {
    return null;
  }
  const [name, link] = JSON.parse(text) as [string, { item: string; version: number } | null];
  const newest = library.newest(link?.item);
  if (!library.canSave) {
    return (
      <Modal
        size="small"
        title={t('components.save')}
        text={t('components.save.noRight')}
        onClose={onClose}
        footer={<CloseButton onClose={onClose} />}
      />
    );
  }
  const isOld = newest !== undefined && link !== null && newest.number > link.version;
  return (
    <SaveForm
      // A newer version changes the text; typed values stay.
      key={component}
      {...{ component, library, onClose, isUpdate: newest !== undefined }}
      name={name.slice(0, MAX_NAME)}
      text={
        newest === undefined
          ? t('components.save.text')
          : t(isOld ? 'components.save.old' : 'components.save.next', {
              version: newest.number,
              next: newest.number + 1,
            })
      }
    />
  );
}

function SaveForm({
  component,
  library,
  name,
  text,
  isUpdate,
  onClose,
}: {
  component: string;
  library: ComponentLibrary;
  name: string;
  text: string;
  isUpdate: boolean;
  onClose: () => void;
}) {
  const common = useT();
  const { t } = useTranslations('components');
  const toast = useToast();
  const errorText = useErrorText();
  const { editor, assets } = useEditorSession();
  const [leftOut] = useState(() => contentOf(editor, component).leftOut);
  const missing = useSignalValue(() =>
    countMissingFiles(editor, component, (iri) => assets.byIri.value.get(iri)?.status === 'failed'),
  );
  const notes = [
    text,
    ...(leftOut > 0 ? [t('components.save.leftOut', { count: leftOut })] : []),
    ...(missing > 0 ? [t('components.save.missing', { count: missing })] : []),
  ];
  const fields = useForm({ name, note: '' }, (values) =>
    values.name.trim() === '' ? { name: common('field.required') } : {},
  );
  const { isBusy, submit } = useSubmit(
    async () => {
      const [named, note] = [fields.values.name.trim(), fields.values.note.trim()];
      await library.save(component, { name: named, note });
      toast({ kind: 'success', text: t('components.saved', { name: named }) });
      onClose();
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'request.conflict') {
        library.reload();
        toast({ kind: 'warning', text: t('components.save.conflict') });
      } else if (!isNoticed(error)) {
        const [violation] = error instanceof ApiError ? error.violations : [];
        toast({ kind: 'error', text: violation?.message ?? errorText(error) });
      }
    },
  );
  return (
    <FormDialog
      size="small"
      title={t(isUpdate ? 'components.save.update' : 'components.save')}
      text={notes.join(' ')}
      submit={{ label: t('components.save.submit'), isDisabled: !library.isReady }}
      isBusy={isBusy}
      className="flex flex-col gap-3"
      onSubmit={() => {
        if (fields.validate()) {
          submit();
        }
      }}
      onClose={onClose}
    >
      <TextField
        {...fields.input('name')}
        label={t('components.save.name')}
        maxLength={MAX_NAME}
        autoComplete="off"
      />
      {isUpdate && (
        <TextField
          {...fields.input('note')}
          label={t('components.save.note')}
          hint={t('components.save.note.hint')}
          maxLength={MAX_NOTE}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useT();
  return <Button onClick={onClose}>{t('common.close')}</Button>;
}
