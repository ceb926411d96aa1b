import type { Subject } from '@diorama/shared/domain/roles.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import fieldClasses from '../../components/field/field.module.css';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Select } from '../../components/select/select.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useProjects } from '../../hooks/use-projects.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { EmailsField } from './emails-field.tsx';
import classes from './invite.module.css';
import { RoleSelect } from './role-select.tsx';
import type { Invite } from './use-invite.ts';

const SEARCH_WAIT_MS = 200;

type PickerProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

type PickedEntity = { uuid: string; name?: string | undefined };

const CHOICES = ['accounts', 'projects', 'compositions'] as const satisfies readonly Subject[];

/**
 * Fields for addresses, subject and role.
 * @param asksForEntity - whether the subject is chosen here
 */
export function InviteFields({
  formId,
  invite,
  asksForEntity,
}: {
  formId: string;
  invite: Invite;
  asksForEntity: boolean;
}) {
  const { t } = useTranslations('people');
  const user = useUser();
  const { problems, subject } = invite;
  const failed = Object.keys(problems).length;
  return (
    <Form
      id={formId}
      className="flex flex-col gap-4"
      onSubmit={() => {
        invite.submit(invite.emails);
      }}
    >
      {user?.isEmailConfirmed === false && <Alert>{t('invite.unconfirmed')}</Alert>}
      {failed > 0 && <Alert kind="warning">{t('invite.failed', { count: failed })}</Alert>}
      <EmailsField
        emails={invite.emails}
        problems={problems}
        error={invite.emailsError}
        onChange={invite.changeEmails}
        onEnter={invite.submit}
      />
      {asksForEntity && <EntityField invite={invite} />}
      <div className={fieldClasses.field}>
        <span className={fieldClasses.label}>{t('role')}</span>
        <RoleSelect label={t('role')} subject={subject} role={invite.role} isLong onChange={invite.setRole} />
      </div>
    </Form>
  );
}

function EntityField({ invite }: { invite: Invite }) {
  const { t } = useTranslations('people');
  const workspace = useWorkspace();
  const { subject, chosen, setChosen } = invite;
  if (!workspace) {
    return null;
  }
  return (
    <div className={fieldClasses.field}>
      <span className={fieldClasses.label}>{t('invite.what')}</span>
      <Select
        label={t('invite.what')}
        value={subject}
        options={CHOICES.map((value) => ({ value, label: t(`invite.what.${value}`) }))}
        onChange={invite.changeSubject}
      />
      {subject === 'projects' && <ProjectPicker chosen={chosen} onChange={setChosen} />}
      {subject === 'compositions' && (
        <ScenePicker accountUuid={workspace.uuid} chosen={chosen} onChange={setChosen} />
      )}
      {invite.isEntityMissing && (
        <p className={fieldClasses.error} role="alert">
          {t('invite.pick.missing')}
        </p>
      )}
    </div>
  );
}

/** Picks projects of the workspace. */
function ProjectPicker(props: PickerProps) {
  const { projects, error } = useProjects();
  const [text, setText] = useState('');
  const search = text.trim().toLowerCase();
  const found = projects?.filter(({ name = '' }) => name.toLowerCase().includes(search));
  return (
    <Picker {...props} subject="projects" entities={found} error={error} text={text} onSearch={setText} />
  );
}

/** Picks scenes of a workspace, last changed first. */
function ScenePicker({ accountUuid, ...props }: PickerProps & { accountUuid: string }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const { data, error } = useGet(
    'listCompositions',
    { query: { 'account.uuid': accountUuid, ...(search !== '' && { name: search }) } },
    { keepPreviousData: true },
  );
  return (
    <Picker
      {...props}
      subject="compositions"
      entities={data?.member}
      error={error}
      text={text}
      onSearch={setText}
    />
  );
}

function Picker({
  subject,
  entities,
  error,
  chosen,
  text,
  onSearch,
  onChange,
}: PickerProps & {
  subject: 'projects' | 'compositions';
  entities: readonly PickedEntity[] | undefined;
  error: unknown;
  text: string;
  onSearch: (text: string) => void;
}) {
  const t = useT();
  const { t: say } = useTranslations('people');
  if (entities === undefined) {
    return error === undefined ? <Skeleton height="8rem" /> : <ErrorState error={error} />;
  }
  const toggle = (uuid: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, uuid] : chosen.filter((other) => other !== uuid));
  return (
    <fieldset
      className="flex min-w-0 p-0 flex-col border border-(--hairline-strong) rounded-control"
      aria-label={say(`invite.pick.${subject}`)}
    >
      <div className="p-2 border-b border-(--hairline)">
        <TextField
          label={say('invite.pick.search')}
          isLabelHidden
          placeholder={say('invite.pick.search')}
          size="small"
          icon={<Search size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      {entities.length === 0 ? (
        <p className="p-3 text-(--text-3) text-13">
          {say(text.trim() === '' ? 'invite.pick.empty' : 'invite.pick.none')}
        </p>
      ) : (
        <ul className={classes.pickerList}>
          {entities.map(({ uuid, name }) => (
            <li key={uuid}>
              <Checkbox
                label={name ?? t('scene.untitled')}
                checked={chosen.includes(uuid)}
                onChange={(event) => toggle(uuid, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
