import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { Confirm } from '../../components/modal/modal.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useProjects } from '../../hooks/use-projects.ts';

/** Action of the dialog: create, rename or delete a project. */
type ProjectDialogProps = { onClose: () => void } & (
  | { type: 'create'; onCreated?: (project: { uuid: string; name: string }) => void }
  | { type: 'edit' | 'delete'; project: { uuid: string; name: string } }
);

const MAX_NAME = 120;

/** Creates, renames or deletes a project; its name must be unique in the workspace. */
export function ProjectDialog(props: ProjectDialogProps) {
  switch (props.type) {
    case 'create':
      return <CreateProject onCreated={props.onCreated} onClose={props.onClose} />;
    case 'edit':
      return <RenameProject project={props.project} onClose={props.onClose} />;
    case 'delete':
      return <DeleteProject project={props.project} onClose={props.onClose} />;
  }
}

type Named = { uuid: string; name: string };

function CreateProject({
  onCreated,
  onClose,
}: {
  onCreated: ((project: Named) => void) | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const { client } = useApi();
  const owner = useWorkspace()?.uuid ?? '';
  const { mutate } = useProjects();
  const rules = useNameRules(null);
  return (
    <NameDialog
      {...rules}
      title={t('project.create.title')}
      text={t('project.create.text')}
      submitLabel={t('common.create')}
      onSubmit={async (name) => {
        const project = await client.call('createProject', { body: { name, owner } });
        track('click_create_project');
        await mutate();
        if (onCreated) {
          onCreated(project);
        } else {
          navigate(path(`project/${project.uuid}`));
        }
      }}
      onClose={onClose}
    />
  );
}

function RenameProject({ project, onClose }: { project: Named; onClose: () => void }) {
  const t = useT();
  const { client } = useApi();
  const { mutate } = useProjects();
  const rules = useNameRules(project.uuid);
  return (
    <NameDialog
      {...rules}
      title={t('project.rename.title')}
      initial={project.name}
      submitLabel={t('common.save')}
      onSubmit={async (name) => {
        await client.call('patchProject', { params: { id: project.uuid }, body: { name } });
        await mutate();
      }}
      onClose={onClose}
    />
  );
}

function DeleteProject({ project, onClose }: { project: Named; onClose: () => void }) {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const { client } = useApi();
  const { mutate } = useProjects();
  const remove = async () => {
    await client.call('deleteProject', { params: { id: project.uuid } });
    toast({ kind: 'success', text: t('project.deleted', { name: project.name }) });
    navigate(path('scenes/all'));
    await mutate();
  };
  return (
    <Confirm
      title={t('project.delete.title', { name: project.name })}
      text={t('project.delete.text')}
      confirmLabel={t('project.delete.submit')}
      isDangerous
      onConfirm={() => {
        remove().catch((error: unknown) => {
          if (!isNoticed(error)) {
            toast({ kind: 'error', text: t('problem.unexpected') });
          }
        });
      }}
      onClose={onClose}
    />
  );
}

/** Rules for a project's name, checked here and by the server. */
function useNameRules(self: string | null) {
  const t = useT();
  const errorText = useErrorText();
  const { projects = [] } = useProjects();
  return {
    label: t('project.name'),
    maxLength: MAX_NAME,
    check: (name: string) =>
      projects.some((project) => project.uuid !== self && isSameName(project.name ?? '', name))
        ? t('project.exists')
        : undefined,
    fieldError: (error: unknown) =>
      error instanceof ApiError && error.status === 422 ? errorText(error) : undefined,
    errorText: () => t('problem.unexpected'),
  };
}

/** Whether two names are equal, ignoring case and surrounding spaces. */
function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
}
