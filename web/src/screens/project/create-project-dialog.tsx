import { useId } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { Button } from '../../components/button/button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useProjects } from '../../hooks/use-projects.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { isSameName } from './project-name.ts';

/** Makes a project; its name must be new in the workspace. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const path = usePath();
  const formId = useId();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const { client } = useApi();
  const owner = useWorkspace()?.uuid ?? '';
  const { projects = [], mutate } = useProjects();
  const exists = (name: string) => projects.some((project) => isSameName(project.name ?? '', name));

  const fields = useFields({ name: '' }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
    ...(exists(name) && { name: t('project.exists') }),
  }));
  const handleError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 422) {
      fields.setError('name', errorText(error));
    } else if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };
  const { isBusy, submit } = useSubmit(async () => {
    const project = await client.call('createProject', { body: { name: fields.values.name.trim(), owner } });
    track('click_create_project');
    await mutate();
    onClose();
    navigate(path(`project/${project.uuid}`));
  }, handleError);

  return (
    <Modal
      size="small"
      title={t('project.create.title')}
      text={t('project.create.text')}
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
        <TextField {...fields.input('name')} label={t('project.name')} maxLength={120} autoComplete="off" />
      </Form>
    </Modal>
  );
}
