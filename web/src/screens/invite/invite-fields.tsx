import type { Subject } from '@diorama/shared/domain/roles.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { Select } from '../../components/select/select.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { EmailsField } from './emails-field.tsx';
import { ProjectPicker, ScenePicker } from './entity-picker.tsx';
import classes from './invite.module.css';
import { RoleSelect } from './role-select.tsx';
import type { Invite } from './use-invite.ts';

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
  const { t } = usePeopleTranslations();
  const user = useUser();
  const { problems, subject } = invite;
  const failed = Object.keys(problems).length;
  return (
    <Form
      id={formId}
      className={classes.form}
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
      <div className={classes.field}>
        <span className={classes.label}>{t('role')}</span>
        <RoleSelect label={t('role')} subject={subject} role={invite.role} isLong onChange={invite.setRole} />
      </div>
    </Form>
  );
}

function EntityField({ invite }: { invite: Invite }) {
  const { t } = usePeopleTranslations();
  const workspace = useWorkspace();
  const { subject, chosen, setChosen } = invite;
  if (!workspace) {
    return null;
  }
  return (
    <div className={classes.field}>
      <span className={classes.label}>{t('invite.what')}</span>
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
        <p className={classes.error} role="alert">
          {t('invite.pick.missing')}
        </p>
      )}
    </div>
  );
}
