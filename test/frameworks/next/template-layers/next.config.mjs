import { withWorkflow } from 'workflow/next';

export default withWorkflow({ typescript: { ignoreBuildErrors: true } }, { dirs: ['layers'] });
