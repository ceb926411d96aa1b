import type { User } from '@diorama/shared/contract/auth.ts';
import { Download } from 'lucide-react';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { Section, SectionActions } from '../section/section.tsx';
import { useExport } from './use-export.ts';

/** Export of all personal data. */
export function DataSection({ user }: { user: User }) {
  const { t } = useAccountTranslations();
  const { isBusy, submit } = useExport(user);
  return (
    <Section title={t('profile.data')} text={t('profile.data.text')}>
      <SectionActions>
        <NetworkButton icon={<Download size={16} aria-hidden="true" />} isLoading={isBusy} onClick={submit}>
          {t('profile.data.submit')}
        </NetworkButton>
      </SectionActions>
    </Section>
  );
}
