import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { MainLayout } from '../layouts/main-layout.tsx';
import { OrganiseProvider } from './dashboard/organise/organise-context.tsx';

export { AllScenesScreen } from './dashboard/all-scenes-screen.tsx';
export { SharedScenesScreen } from './dashboard/shared-scenes-screen.tsx';
export { ProjectScreen } from './project/project-screen.tsx';

/** The frame of a workspace's pages. It is fetched together with the lists of scenes, which are where most people arrive. */
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
