import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { RequestOf } from '@diorama/shared/contract/index.ts';
import { formatLanguage } from '@diorama/shared/i18n/format.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { WorkspaceLogo } from '../../components/avatar/avatar.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { FormDialog } from '../../components/modal/form-dialog.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import { SelectField } from '../../components/select/select-field.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useErrorText, useErrorToast } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useRefreshUser, useStoreUser } from '../../hooks/use-refresh-user.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { ALL_INDUSTRIES, isIndustry } from '../industries.ts';
import { ReferralSection } from '../referral/referral-section.tsx';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { useLogo } from '../use-logo.ts';
import { ExportSection } from './export-section.tsx';
import { ImportSection } from './import-section.tsx';
import { WatermarkSection } from './watermark-section.tsx';

/** Value for none, as a select cannot hold an empty one. */
const NO_INDUSTRY = 'none';

type Unit = Account['detail']['unit'];

const UNITS: readonly Unit[] = ['mm', 'cm', 'm', 'inch', 'feet'];

/** Name, appearance, defaults and deletion of a workspace. */
export function SettingsTab() {
  const { t } = useTranslations('account');
  const workspace = useWorkspace();
  const request = useAccount();
  const { data: account } = request;
  if (workspace === null || account === undefined) {
    return <Pending of={request} placeholder={<Skeleton height="24rem" />} />;
  }
  const isReadOnly = workspace.role === 'guest';
  return (
    <>
      {isReadOnly && (
        <div className="pb-6">
          <Alert kind="info">{t('settings.readOnly')}</Alert>
        </div>
      )}
      <WorkspaceSection key={account.uuid} account={account} isReadOnly={isReadOnly} />
      <DefaultsSection account={account} isReadOnly={isReadOnly} />
      <WatermarkSection account={account} isReadOnly={isReadOnly} />
      {workspace.role === 'owner' && (
        <div className="px-0 py-6 border-t border-(--hairline)">
          <ReferralSection />
        </div>
      )}
      {workspace.role === 'owner' && (
        <>
          <ExportSection account={account} />
          <ImportSection account={account} />
          <DangerSection account={account} />
        </>
      )}
    </>
  );
}

/** Defaults of new scenes and invitations; each choice takes effect at once. */
function DefaultsSection({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
  const { t: words } = useTranslations('account');
  const toast = useToast();
  const showError = useErrorToast();
  const save = useWorkspaceDetail(account.uuid);
  const change = (body: { unit: Unit } | { locale: Language }) => {
    save(body).then(() => toast({ kind: 'success', text: words('settings.saved') }), showError);
  };
  const locale = LANGUAGES.find((language) => account.detail.locale.startsWith(language)) ?? LANGUAGES[0];
  return (
    <SettingsSection title={words('settings.defaults')}>
      <SelectField
        label={words('settings.unit')}
        value={account.detail.unit}
        isDisabled={isReadOnly}
        needsServer
        options={UNITS.map((value) => ({ value, label: words(`settings.unit.${value}`) }))}
        onChange={(unit) => change({ unit })}
      />
      <SelectField<Language>
        label={words('settings.locale')}
        hint={words('settings.locale.hint')}
        value={locale}
        isDisabled={isReadOnly}
        needsServer
        options={LANGUAGES.map((value) => ({ value, label: formatLanguage(value) }))}
        onChange={(next) => change({ locale: next })}
      />
    </SettingsSection>
  );
}

/** Deletion of a workspace; a user's only one is deleted with their account. */
function DangerSection({ account }: { account: Account }) {
  const { t } = useTranslations('account');
  const path = usePath();
  const user = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const isLast = (user?.accounts.filter(({ role }) => role === 'owner').length ?? 0) < 2;
  return (
    <SettingsSection
      isDangerous
      title={t('settings.danger')}
      text={isLast ? t('settings.delete.last') : t('settings.delete.text')}
    >
      <SectionActions>
        {isLast ? (
          <ButtonLink to={path('profile')}>{t('settings.delete.profile')}</ButtonLink>
        ) : (
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {t('settings.delete')}
          </Button>
        )}
      </SectionActions>
      {isAsking && <DeleteWorkspaceDialog account={account} onClose={() => setIsAsking(false)} />}
    </SettingsSection>
  );
}

function DeleteWorkspaceDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t: words } = useTranslations('account');
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const store = useStoreUser();
  const { client } = useApi();
  const { name } = account.detail;
  const fields = useForm({ name: '' }, (values) => ({
    ...(values.name !== name && { name: words('settings.delete.wrong', { name }) }),
  }));
  const { isBusy, submit } = useSubmit(
    async () => {
      await client.call('deleteAccount', { params: { id: account.uuid } });
      const user = await client.call('getMe');
      // The server deletes it a moment later; for its owner it disappears now.
      await store({ ...user, accounts: user.accounts.filter(({ uuid }) => uuid !== account.uuid) });
      toast({ kind: 'success', text: words('settings.deleted', { name }) });
      navigate(path('home'));
    },
    (error) => fields.setError('name', errorText(error)),
  );
  return (
    <FormDialog
      size="small"
      title={words('settings.delete.title', { name })}
      text={words('settings.delete.warning')}
      submit={{ label: words('settings.delete.confirm'), variant: 'danger' }}
      isBusy={isBusy}
      onSubmit={() => fields.validate() && submit()}
      onClose={onClose}
    >
      <TextField {...fields.input('name')} label={words('settings.delete.name')} autoComplete="off" />
    </FormDialog>
  );
}

/** Name, industry and logo. */
function WorkspaceSection({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
  const t = useT();
  const { t: words } = useTranslations('account');
  const toast = useToast();
  const showError = useErrorToast();
  const { detail } = account;
  const save = useWorkspaceDetail(account.uuid);
  const logo = useLogo(account.uuid);
  const [industry, setIndustry] = useState(detail.industry);
  const fields = useForm({ name: detail.name }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
  }));
  const { isBusy, submit } = useSubmit(async () => {
    await save({ accountName: fields.values.name.trim(), industry });
    toast({ kind: 'success', text: words('settings.saved') });
  }, showError);
  // Another client may have stored an industry as free text.
  const foreign = industry !== null && !isIndustry(industry) ? [{ value: industry, label: industry }] : [];
  const isChanged = fields.values.name !== detail.name || industry !== detail.industry;
  return (
    <SettingsSection title={words('settings.workspace')} text={words('settings.workspace.text')}>
      <PictureField
        label={words('settings.logo')}
        hint={words('settings.logo.hint')}
        shape="logo"
        picture={<WorkspaceLogo workspace={detail} size={64} />}
        hasPicture={detail.logoUrl !== null}
        isBusy={logo.isBusy}
        isDisabled={isReadOnly}
        onChoose={logo.choose}
        onRemove={logo.remove}
      />
      <Form className="flex flex-col gap-4" onSubmit={() => fields.validate() && submit()}>
        <TextField
          {...fields.input('name')}
          label={words('settings.name')}
          maxLength={80}
          disabled={isReadOnly}
          autoComplete="organization"
        />
        <SelectField
          label={words('settings.industry')}
          value={industry ?? NO_INDUSTRY}
          isDisabled={isReadOnly}
          options={[
            { value: NO_INDUSTRY, label: words('settings.industry.none') },
            ...foreign,
            ...ALL_INDUSTRIES.map((value) => ({
              value: value as string,
              label: words(`industry.${value}`),
            })),
          ]}
          onChange={(value) => setIndustry(value === NO_INDUSTRY ? null : value)}
        />
        <SectionActions>
          <NetworkButton
            type="submit"
            variant="primary"
            isLoading={isBusy}
            disabled={isReadOnly || !isChanged}
          >
            {words('settings.save')}
          </NetworkButton>
        </SectionActions>
      </Form>
    </SettingsSection>
  );
}

/** Updates a workspace's name and appearance on the server and in all caches. */
function useWorkspaceDetail(
  accountUuid: string,
): (change: RequestOf<'updateAccountDetail'>['body']) => Promise<void> {
  const { client } = useApi();
  const { mutate } = useAccount();
  const refreshUser = useRefreshUser();
  return async (change) => {
    await client.call('updateAccountDetail', { params: { id: accountUuid }, body: change });
    await Promise.all([mutate(), refreshUser()]);
  };
}
