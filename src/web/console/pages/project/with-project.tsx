import type { ComponentType } from 'preact';
import type { Project } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { Loaded } from '../../parts/notice.js';

/** Wraps a project's page and waits for the project, which the header also shows. */
export function withProject<Props extends { project: string }>(
  View: ComponentType<Omit<Props, 'project'> & { project: Project }>,
): ComponentType<Props> {
  return function ProjectPage(props: Props) {
    const project = useAnswer('GET /api/projects/:project', { path: { project: props.project } });
    if (project.answer === undefined || project.failure?.code === 'not_found')
      return (
        <main id="content">
          <Loaded from={project}>{() => null}</Loaded>
        </main>
      );
    return <View key={project.answer.id} {...props} project={project.answer} />;
  };
}
