import { getRun } from 'workflow/api';

export default async function Page({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <p>
      {runId}: {await getRun(runId).status}
    </p>
  );
}
