import { Construct } from 'constructs';
import type { KindName } from '../src/api';
import { brand } from './brand';
import type { IResource } from './resource';

/** Where an object lies that another app or a plain manifest defines. */
export interface DefinedElsewhereProps {
  /**
   * Namespace of the object. Whatever refers to it must lie in the same one.
   *
   * @default - not known, and not checked
   */
  readonly namespace?: string;
}

/** An object that another app or a plain manifest defines: it can be referred to, and nothing is synthesized for it. */
export class DefinedElsewhere extends Construct implements IResource {
  readonly namespace: string | undefined;
  readonly projectId = undefined;
  readonly region = undefined;
  readonly apiObject = undefined;
  readonly references = [];

  constructor(
    scope: Construct,
    id: string,
    kind: KindName,
    readonly name: string,
    props: DefinedElsewhereProps = {},
  ) {
    super(scope, id);
    this.namespace = props.namespace;
    brand(this, kind);
  }
}
