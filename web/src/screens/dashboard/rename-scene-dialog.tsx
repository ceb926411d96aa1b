import { useId } from 'react';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import type { SceneItem } from './scene-card.tsx';

/** Gives a scene another name. */
export function RenameSceneDialog({
  scene,
  onRenamed,
  onClose,
}: {
  scene: SceneItem;
  onRenamed: (name: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const formId = useId();
  const errorText = useErrorText();
  const { client } = useApi();
  const fields = useFields({ name: scene.name ?? '' }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
  }));
  const { isBusy, submit } = useSubmit(
    async () => {
      const body = { name: fields.values.name.trim() };
      const renamed = await client.call('patchComposition', { params: { id: scene.uuid }, body });
      onRenamed(renamed.name);
      onClose();
    },
    (error) => {
      if (!isNoticed(error)) {
        fields.setError('name', errorText(error));
      }
    },
  );
  return (
    <Modal
      size="small"
      title={t('scene.rename.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          if (fields.validate()) {
            submit();
          }
        }}
      >
        <TextField
          {...fields.input('name')}
          label={t('scene.rename.label')}
          maxLength={200}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
      </Form>
    </Modal>
  );
}
