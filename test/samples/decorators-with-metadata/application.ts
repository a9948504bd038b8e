import { registerStep, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; let plain; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const seen: string[] = [];
const Injectable = () => (target: Function) => void seen.push(target.name);
const Param = (name: string) => (_target: object, key: string | symbol | undefined) => void seen.push(`${String(key)} ${name}`);
/** The parameters of a step belong to the step: the workflow view has neither them nor their decorators. */
const Quiet = (): void => {};
const Prop = (_target: object, key: string) => void seen.push(key);

export class Mailer {
  host = 'mail';
}

@Injectable()
export class Orders {
  @Prop size = 1;
  constructor(@Param('mailer') readonly mailer: Mailer) {}
  @Prop @((fn, key$1, member) => void (plain = member ? (member.value ?? member.get) : fn))
  static async charge(@Quiet order: string): Promise<string> {
    
    return `${order} ${EOL.length}`;
  } static { registerStep("step//./input//Orders.charge", plain ?? this.charge, undefined, this.charge); markStep("step//./input//Orders.charge", this.charge); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
