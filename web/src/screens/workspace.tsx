import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { MainLayout } from '../layouts/main-layout.tsx';
import { OrganiseProvider } from './dashboard/organise/organise-context.tsx';

export { AllScenesScreen } from './dashboard/all-scenes-screen.tsx';
export { SharedScenesScreen } from './dashboard/shared-scenes-screen.tsx';
export { ProjectScreen } from './project/project-screen.tsx';

/** Layout of a workspace's pages, in one chunk with the scene lists, where most users arrive. */
export function WorkspaceFrame() {
  return (
    <OrganiseProvider>
      <MainLayout>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </MainLayout>
    </OrganiseProvider>
  );
}
