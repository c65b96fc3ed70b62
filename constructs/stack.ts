import { Chart, Names } from 'cdk8s';
import type { Construct } from 'constructs';
import { COMPOSITE_LABEL, PART_OF_LABEL } from '../src/product';
import { gathered, report } from './collector';
import { metadataLabelValue } from './kubernetes-rules';
import { type StackitDefaults, StackitScope } from './stackit-scope';
import { textProblems } from './text-problems';

/** Props of a {@link Stack}. */
export interface StackProps extends StackitDefaults {
  /**
   * Name under which the stack's objects are found: the value of the label `compute.sostackit.dev/composite`, up to 63
   * letters, digits and `- _ .`. It should be the only one of its namespace.
   *
   * @default - made of the ids of the stack and its scopes, with a hash
   */
  readonly compositeName?: string;
}

/**
 * Things that belong together, as a base for stacks of one's own. All that is defined in it shares its project, region, zone
 * and labels, and carries two labels by which Kubernetes finds it: `compute.sostackit.dev/composite` names the innermost
 * stack, `app.kubernetes.io/part-of` the outermost, unless the chart or a metadata prop sets that label otherwise.
 *
 * ```ts
 * class Farm extends Stack {
 *   constructor(scope: Construct, id: string, props: StackProps & { readonly size: number }) {
 *     super(scope, id, props);
 *     this.compose(() => {
 *       const network = new Network(this, 'network');
 *       for (let index = 0; index < props.size; index++) {
 *         new Server(this, `server-${index}`, { machineType: 'c1.2', network, imageId, bootVolume: { size: 20 } });
 *       }
 *     });
 *   }
 * }
 * ```
 */
export class Stack extends StackitScope {
  /** Value of the label `compute.sostackit.dev/composite` on all objects of the stack. */
  readonly compositeName: string;

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, {});
    const { compositeName, ...defaults } = props;
    this.compositeName = compositeName || Names.toLabelValue(this);
    const problems = textProblems('compositeName', this.compositeName, metadataLabelValue);
    report(
      this,
      problems.map((problem) => ({ ...problem, path: this.node.path })),
    );
    const partOf = Chart.of(this).labels[PART_OF_LABEL] ?? inheritedPartOf(scope) ?? this.compositeName;
    StackitScope.provide(this, {
      ...defaults,
      metadata: {
        ...defaults.metadata,
        labels: { [COMPOSITE_LABEL]: this.compositeName, [PART_OF_LABEL]: partOf, ...defaults.metadata?.labels },
      },
    });
  }

  /** Selector of the stack's objects, for `kubectl get stackit -l …` and `kubectl wait --for=condition=Ready stackit -l …`. */
  get selector(): string {
    return `${COMPOSITE_LABEL}=${this.compositeName}`;
  }

  /** Runs `define`, in which the stack defines its children, so that all that is wrong with them is thrown as one error. */
  protected compose<Parts>(define: () => Parts): Parts {
    return gathered(this, define);
  }
}

function inheritedPartOf(scope: Construct): string | undefined {
  return StackitScope.defaultsOf(scope).metadata?.labels?.[PART_OF_LABEL];
}
