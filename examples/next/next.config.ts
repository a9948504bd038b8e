import { withWorkflow } from 'workflow/next';

export default withWorkflow();
