import { useId } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useUser } from '../../hooks/use-user.ts';

/** Makes a further workspace and goes there; a plan without room for it says so. */
export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const formId = useId();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const refreshUser = useRefreshUser();
  const { client, workspaces } = useApi();
  const user = useUser();
  const fields = useFields({ name: '' }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
  }));
  const { isBusy, submit } = useSubmit(
    async () => {
      const name = fields.values.name.trim();
      const account = await client.call('createAccount', { body: { name } });
      await refreshUser();
      if (user !== null) {
        workspaces.choose(user.uuid, account.uuid);
      }
      toast({ kind: 'success', text: t('switcher.created', { name }) });
      onClose();
      navigate(path('home'));
    },
    (error) => {
      // A plan without room is told by a notice of the application, with the way to a larger one.
      if (error instanceof ApiError && error.status === 402) {
        onClose();
      } else {
        fields.setError('name', errorText(error));
      }
    },
  );
  return (
    <Modal
      size="small"
      title={t('switcher.create.title')}
      text={t('switcher.create.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {t('common.create')}
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
          label={t('switcher.create.name')}
          maxLength={80}
          autoComplete="off"
        />
      </Form>
    </Modal>
  );
}
